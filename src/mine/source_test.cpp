#include "mine/mine_testing.h"

namespace aim::mine {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class Sources : public testing::MineTest {
 protected:
  static std::vector<std::string> names(const Source& source) {
    std::vector<std::string> out;
    for (const auto& file : source.files()) out.push_back(file.name);
    return out;
  }
};

TEST_F(Sources, FoldersAndArchivesLookTheSame) {
  const Files files{{"b/x.json", "bx"},
                    {"a.json", "a"},
                    {"__MACOSX/a.json", "no"},
                    {"b/._x.json", "no"},
                    {".git/config", "no"}};
  for (const auto& path : {folder_of(files), zip_of(files)}) {
    const auto source = Source::open(path).value();
    EXPECT_THAT(names(source), ElementsAre("a.json", "b/x.json"));
    EXPECT_EQ(source.bytes(), 3U);
    EXPECT_EQ(source.read_whole(*source.find("b/x.json"), 10).value(), "bx");
    EXPECT_EQ(source.beginning(*source.find("b/x.json"), 1).value(), "b");
    EXPECT_FALSE(source.read_whole(*source.find("b/x.json"), 1));
    EXPECT_EQ(source.find("c"), nullptr);
    EXPECT_EQ(source.files()[1].folder(), "b");
    EXPECT_EQ(source.files()[1].base_name(), "x.json");
  }
}

TEST_F(Sources, LinksAreNotFollowed) {
  const auto top = folder_of({{"a.json", "a"}});
  std::filesystem::create_symlink("/etc/passwd", top / "b.json");
  std::filesystem::create_directory_symlink("/etc", top / "etc");
  EXPECT_THAT(names(Source::open(top).value()), ElementsAre("a.json"));
}

TEST_F(Sources, HostileArchivesAreRefused) {
  for (const std::string name : {"../x.json", "a/../../x.json", "/etc/x.json", "a\\..\\x.json"}) {
    const auto opened = Source::open(zip_of({{"a.json", "{}"}, {name, "evil"}}));
    ASSERT_FALSE(opened) << name;
    EXPECT_THAT(opened.error().message, HasSubstr("leads out of it"));
  }
  const auto bomb =
      Source::open(zip_of({{"a.json", std::string(std::size_t{70} << 20, ' ')}})).value();
  const auto read = bomb.read(bomb.files()[0], [](std::string_view) { return Result<void>(); });
  ASSERT_FALSE(read);
  EXPECT_THAT(read.error().message, HasSubstr("cannot be"));
}

TEST_F(Sources, DamageIsNoticed) {
  std::string noise;
  for (unsigned i = 0; i < 3'000; ++i)
    noise += static_cast<char>('!' + (i * i * 2'654'435'761U >> 24U) % 90);
  const auto path = zip_of({{"a.json", noise}});
  const std::string bytes = read_file(path, 1 << 20).value();
  for (std::size_t at = 4; at < bytes.size(); at += 37) {  // behind what makes it a zip
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x55);
    ASSERT_TRUE(replace_file(path, damaged));
    const auto source = Source::open(path);
    if (!source || source->files().size() != 1)
      continue;
    if (const auto whole = source->read_whole(source->files()[0], 10'000)) {
      EXPECT_TRUE(*whole == noise) << at;
    }
  }
}

}  // namespace
}  // namespace aim::mine
