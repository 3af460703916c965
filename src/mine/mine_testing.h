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
    zipFile zip = ::zipOpen64(path.c_str(), APPEND_STATUS_CREATE);
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
    unreadable_.clear();
    error_.clear();
    const auto done = try_to_read(path, format);
    if (!done)
      error_ = done.error().message;
  }

  // "speaker: text" of all messages of the only conversation.
  std::vector<std::string> lines() const {
    std::vector<std::string> out;
    for (const auto& conversation : conversations_)
      for (const auto& message : conversation.messages)
        out.push_back(message.speaker + ": " + message.text);
    return out;
  }

  std::filesystem::path folder_;
  std::optional<Format> format_;
  std::vector<Conversation> conversations_;
  std::vector<std::string> unreadable_;
  std::string error_;

 private:
  Result<void> try_to_read(const std::filesystem::path& path, std::optional<Format> format) {
    const auto source = TRY(Source::open(path));
    format_ = format ? *format : TRY(detect(source));
    return read_conversations(
        *format_, source,
        {[&](Conversation conversation) -> Result<void> {
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
