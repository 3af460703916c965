// What the tests of this module share: an export in a temporary folder, and what reading it gives.
#pragma once
#include <gmock/gmock.h>
#include <minizip/zip.h>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/file.h"
#include "mine/format.h"
#include "mine/policy.h"

namespace aim::mine::testing {

// Files by name, as a folder or as a zip.
class MineTest : public ::testing::Test {
 protected:
  using Files = std::map<std::string, std::string>;

  void SetUp() override {
    std::string name = ::testing::TempDir() + "mine-XXXXXX";
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path folder_of(const Files& files) {
    const auto top = folder_ / "folder";
    std::filesystem::remove_all(top);
    for (const auto& [name, content] : files) {
      std::filesystem::create_directories((top / name).parent_path());
      EXPECT_TRUE(replace_file(top / name, content));
    }
    return top;
  }
  std::filesystem::path zip_of(const Files& files) {
    const auto path = folder_ / "export.zip";
    std::filesystem::remove(path);
    zipFile zip = ::zipOpen64(path.string().c_str(), APPEND_STATUS_CREATE);
    EXPECT_NE(zip, nullptr);
    for (const auto& [name, content] : files) {
      EXPECT_EQ(::zipOpenNewFileInZip64(zip, name.c_str(), nullptr, nullptr, 0, nullptr, 0, nullptr,
                                        Z_DEFLATED, 6, 0),
                ZIP_OK);
      EXPECT_EQ(::zipWriteInFileInZip(zip, content.data(), static_cast<unsigned>(content.size())),
                ZIP_OK);
      EXPECT_EQ(::zipCloseFileInZip(zip), ZIP_OK);
    }
    EXPECT_EQ(::zipClose(zip, nullptr), ZIP_OK);
    return path;
  }
  std::filesystem::path file_of(const std::string& name, std::string_view content) {
    EXPECT_TRUE(replace_file(folder_ / name, content));
    return folder_ / name;
  }

  // By the format that is detected, unless one is given. What went wrong as a whole is in `error_`.
  void read(const std::filesystem::path& path, std::optional<Format> format = {}) {
    conversations_.clear();
    tally_ = {};
    pieces_ = 0;
    unreadable_.clear();
    error_.clear();
    const auto done = try_to_read(path, format);
    if (!done)
      error_ = done.error().message;
    // Every piece is counted once.
    EXPECT_EQ(static_cast<std::size_t>(tally_.total()), pieces_);
  }

  // "speaker: text" of all messages.
  std::vector<std::string> lines(Use use = Use::memories) const {
    std::vector<std::string> out;
    for (const auto& conversation : conversations_)
      for (const auto& message : messages_of(conversation, use))
        out.push_back((message.role == Role::tool ? "tool" : message.speaker) + ": " +
                      message.text);
    return out;
  }
  std::vector<Message> messages(std::size_t conversation) const {
    return messages_of(conversations_[conversation], Use::memories);
  }
  // "reason: count" of the pieces that are in no memory, and of unknown types.
  std::vector<std::string> left_out() const {
    std::vector<std::string> out;
    for (const auto* counts : {&tally_.skipped, &tally_.not_understood})
      for (const auto& [reason, count] : *counts)
        out.push_back(reason + ": " + std::to_string(count));
    return out;
  }

  std::filesystem::path folder_;
  std::optional<Format> format_;
  std::vector<Conversation> conversations_;  // those that have messages
  Tally tally_;
  std::vector<FoundFiles::NotRead> not_read_;
  std::vector<std::string> unreadable_;
  std::string error_;
  std::optional<Source> source_;
  std::size_t pieces_ = 0;

 private:
  Result<void> try_to_read(const std::filesystem::path& path, std::optional<Format> format) {
    source_.emplace(TRY(Source::open(path)));
    const auto found = TRY(find_conversations(*source_, format));
    format_ = (found.formats.empty() ? found.databases : found.formats).front().format;
    not_read_ = found.not_read;
    return read_conversations(
        found, *source_,
        {[&](Conversation conversation) -> Result<void> {
           tally_.add_rest(conversation, Use::memories);
           const auto messages = messages_of(conversation, Use::memories);
           for (const Message& each : messages)
             tally_.taken += static_cast<std::int64_t>(each.pieces);
           pieces_ += conversation.pieces.size();
           if (!messages.empty())
             conversations_.push_back(std::move(conversation));
           return {};
         },
         [&](const std::string& where, const std::string& reason) -> Result<void> {
           unreadable_.push_back(where + ": " + reason);
           return {};
         }});
  }
};

}  // namespace aim::mine::testing
