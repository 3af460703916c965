// What needs no packed model: names, choices, places. Real ones are installed and removed in
// tests/models.
#include "model/library.h"

#include <gmock/gmock.h>
#include <sys/stat.h>

#include "base/file.h"
#include "model/catalog.h"

namespace aim::model {
namespace {

using testing::HasSubstr;

class Models : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = testing::TempDir() + "models-XXXXXX";
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = fs::path(name) / "models";
    library_ = Library(folder_);
  }
  void TearDown() override { fs::remove_all(folder_.parent_path()); }

  // A file of that name: present, though it is no model.
  void put(std::string_view name) {
    ASSERT_TRUE(make_private_folder(folder_));
    ASSERT_TRUE(replace_file(library_.packed_file(name), "no model"));
  }
  std::string in_use(std::string_view configured = automatic) {
    const auto used = model_in_use(folder_, configured);
    return !used ? "error" : !*used ? "none" : (*used)->stem().string();
  }
  fs::path folder_;
  Library library_{fs::path()};
};

TEST_F(Models, NamesCannotLeaveTheFolder) {
  for (const std::string_view name :
       {"", "auto", "none", ".", "..", ".hidden", "a/b", "../a", "a b", "a\nb", "ä"})
    EXPECT_FALSE(check_name(name)) << name;
  EXPECT_FALSE(check_name(std::string(64, 'a')));
  for (const std::string_view name : {"a", "all-MiniLM-L6-v2", "nomic-embed-text-v1.5", "A_1"})
    EXPECT_TRUE(check_name(name)) << name;
  EXPECT_FALSE(library_.has("../models/x"));
}

TEST_F(Models, WithoutAFolderThereIsNone) {
  EXPECT_EQ(in_use(), "none");
  EXPECT_EQ(in_use("mine"), "none");
  EXPECT_TRUE(library_.list().empty());
  EXPECT_EQ(library_.chosen(), automatic);
  EXPECT_FALSE(fs::exists(folder_));
  const auto nowhere = model_in_use("", automatic);
  EXPECT_TRUE(nowhere && !*nowhere);
}

TEST_F(Models, AutomaticIsTheUsualOneOnly) {
  put("mine");
  EXPECT_EQ(in_use(), "none");
  put(usual_model);
  EXPECT_EQ(in_use(), usual_model);
  EXPECT_EQ(in_use("mine"), "mine");
  EXPECT_EQ(in_use("none"), "none");
}

TEST_F(Models, AChoiceHoldsUntilAnother) {
  put(usual_model);
  put("mine");
  ASSERT_TRUE(library_.choose("mine"));
  EXPECT_EQ(in_use(), "mine");
  EXPECT_EQ(in_use(usual_model), usual_model);  // the configuration goes before
  ASSERT_TRUE(library_.choose(none));
  EXPECT_EQ(in_use(), "none");
  EXPECT_EQ(library_.chosen(), none);
  ASSERT_TRUE(library_.choose(automatic));
  EXPECT_EQ(in_use(), usual_model);
}

TEST_F(Models, OnlyWhatIsHereCanBeChosen) {
  const auto known = library_.choose(usual_model);
  ASSERT_FALSE(known);
  EXPECT_EQ(known.error().code, Code::not_found);
  ASSERT_EQ(known.error().remedies.size(), 1U);
  EXPECT_EQ(known.error().remedies[0].means, Means::get_model);
  EXPECT_EQ(known.error().remedies[0].argument, usual_model);
  const auto unknown = library_.choose("mine");
  ASSERT_FALSE(unknown);
  ASSERT_EQ(unknown.error().remedies.size(), 1U);
  EXPECT_EQ(unknown.error().remedies[0].means, Means::list_models);
}

TEST_F(Models, AnUnreadableChoiceIsNone) {
  put(usual_model);
  for (const std::string_view text : {"", "\n", "../../etc/passwd\n", "a\nb\n"}) {
    ASSERT_TRUE(replace_file(folder_ / "current", text));
    EXPECT_EQ(in_use(), usual_model) << text;
  }
  ASSERT_TRUE(replace_file(folder_ / "current", std::string(1'000, 'a')));
  EXPECT_EQ(in_use(), usual_model);
}

TEST_F(Models, WhatIsBeingObtainedIsNoModel) {
  const auto workshop = library_.workshop("mine");
  ASSERT_TRUE(workshop);
  ASSERT_TRUE(replace_file(*workshop / "model.safetensors", "half"));
  ASSERT_TRUE(replace_file(folder_ / ".mine.aimw.XyZ", "half"));
  EXPECT_TRUE(library_.list().empty());
  EXPECT_FALSE(library_.has("mine"));
  struct stat status {};
  ASSERT_EQ(::stat(workshop->c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, mode_t{0700});
}

TEST_F(Models, WhatIsNoModelIsListedAsDamagedAndCanBeRemoved) {
  put("mine");
  ASSERT_TRUE(library_.choose("mine"));
  const auto all = library_.list();
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].name, "mine");
  EXPECT_FALSE(all[0].info);
  EXPECT_FALSE(all[0].record);
  EXPECT_FALSE(library_.verify("mine"));
  ASSERT_TRUE(library_.remove("mine"));
  EXPECT_TRUE(library_.list().empty());
  EXPECT_EQ(library_.chosen(), automatic);
  EXPECT_FALSE(library_.remove("mine"));
}

}  // namespace
}  // namespace aim::model
