#include "cli/models.h"

#include <gmock/gmock.h>

#include "cli/render/progress_bar.h"

namespace aim::cli {
namespace {

using testing::HasSubstr;

TEST(Models, ListForPeopleAndPrograms) {
  const ModelList list{
      "/home/me/models",
      "auto",
      {{"all-MiniLM-L6-v2", "in use", 384, 256, 23'500'000, "Apache-2.0", "/wheel"},
       {"mine", "damaged", 0, std::nullopt, 12, "", ""}}};
  EXPECT_EQ(list.text(false),
            "MODEL             STATE    DIMENSION  SIZE      LICENCE\n"
            "all-MiniLM-L6-v2  in use   384        22.4 MiB  Apache-2.0\n"
            "mine              damaged  –          12 bytes  –\n");
  EXPECT_EQ(
      list.json(),
      R"({"chosen":"auto","folder":"/home/me/models","models":[{"bytes":23500000,"dimension":384,)"
      R"("licence":"Apache-2.0","max_tokens":256,"name":"all-MiniLM-L6-v2","origin":"/wheel",)"
      R"("state":"in use"},{"bytes":12,"name":"mine","state":"damaged"}]})"
      "\n");
  EXPECT_THAT((ModelList{"/f", "auto", {}}).text(false), HasSubstr("model get all-MiniLM-L6-v2"));
  EXPECT_THAT((ModelList{"/f", "none", {}}).text(false), HasSubstr("as chosen"));
}

TEST(Models, VectorsReadBackTheSame) {
  const std::vector<float> numbers{0.1F, -0.25F, 1.0F, 1e-9F};
  const PrintedVectors vectors{"m", "e", 2, numbers};
  EXPECT_EQ(vectors.text(), "0.1 -0.25\n1 1e-09\n");
  EXPECT_EQ(vectors.json(),
            R"({"dimension":2,"engine":"e","model":"m","vectors":[[0.1,-0.25],[1,1e-09]]})"
            "\n");
}

TEST(Models, ProgressIsALine) {
  EXPECT_EQ(progress_line("file", 3, 10), "file ██████░░░░░░░░░░░░░░   30 %");
  EXPECT_EQ(progress_line("file", 20, 10), "file ████████████████████  100 %");
  EXPECT_EQ(progress_line("file", 20, 0), "file …");
}

}  // namespace
}  // namespace aim::cli
