// Every limit of the specification, as data: the same object refuses a value, prints itself in a
// schema and in --help (A4, wire.md 1.4). Limits of text are bytes of UTF-8.
// Knows: limits and sentences. Must not know: JSON, doors, requests.
#pragma once
#include <cmath>

#include "base/result.h"

namespace aim {

// What a text is, beyond its limits: what completions offer for it, how help shows it, where it may
// come from.
enum class Meaning {
  none,
  name_space,
  name_space_filter,
  memory_id,
  archived_id,
  known_id,  // a memory that is there, or gone with its history kept
  transcript_id,
  tag,
  time,
  path,
  title,
  prose,         // longer text, which may also come from standard input
  question,      // the beginning is analysed
  ask_model,     // a switch: the language model is asked
  model,         // an embedding model's name
  feature_tier,  // what the program may use, not how long a memory lives
  setting,
  setting_value
};

struct Rule {
  double minimum = -HUGE_VAL, maximum = HUGE_VAL;   // of a number
  std::size_t min_bytes = 0, max_bytes = SIZE_MAX;  // of a text, or of each text in a list
  std::size_t min_items = 0, max_items = SIZE_MAX;  // of a list
  bool not_blank = false;
  bool takes_nul = false;  // of a question: nothing holds a NUL, so it finds nothing (S37)
  bool clamps = false;     // a number above the maximum becomes the maximum, with a warning (S7)
  // What is wrong with a text beyond its length, as "must …"; empty: nothing.
  std::string_view (*flaw)(std::string_view) = nullptr;
  Meaning meaning = Meaning::none;
};

// Errors: validation_failed, naming `field`, the limit and what was given. Invalid UTF-8 and NUL
// are refused always.
Result<void> check(const Rule& rule, std::string_view field, std::string_view text);
Result<void> check(const Rule& rule, std::string_view field, double number);
Result<void> check_count(const Rule& rule, std::string_view field, std::size_t items);

std::string_view name_space_flaw(std::string_view text);
std::string_view kept_name_space_flaw(std::string_view text);
std::string_view name_space_filter_flaw(std::string_view text);
std::string_view name_spaces_filter_flaw(std::string_view text);
std::string_view name_space_or_all_flaw(std::string_view text);
std::string_view kept_name_space_or_all_flaw(std::string_view text);
std::string_view source_flaw(std::string_view text);
std::string_view id_flaw(std::string_view text);
// A message may have some levels more around them (text/json_text), so that what one door takes
// goes through all.
inline constexpr std::size_t max_metadata_levels = 64;
std::string_view metadata_flaw(std::string_view text);

// The analysed part of a question: a whole file that is asked costs no more than a page of it.
inline constexpr std::size_t analysed_bytes = 8'192;

namespace rule {
inline constexpr Rule any{};
inline constexpr Rule title{
    .min_bytes = 1, .max_bytes = 512, .not_blank = true, .meaning = Meaning::title};
inline constexpr Rule time{.meaning = Meaning::time};
inline constexpr Rule path{.meaning = Meaning::path};
inline constexpr Rule ask_model{.meaning = Meaning::ask_model};
inline constexpr Rule content{
    .min_bytes = 1, .max_bytes = 65'536, .not_blank = true, .meaning = Meaning::prose};
inline constexpr Rule name_space{
    .min_bytes = 1, .max_bytes = 128, .flaw = name_space_flaw, .meaning = Meaning::name_space};
// A namespace that is there: the reference allowed longer and deeper ones (wire.md 1.4).
inline constexpr Rule kept_name_space{
    .min_bytes = 1, .max_bytes = 512, .flaw = kept_name_space_flaw, .meaning = Meaning::name_space};
// One of these, or "name/*" for it and everything below.
inline constexpr Rule name_space_filter{.min_bytes = 1,
                                        .max_bytes = 514,
                                        .flaw = name_space_filter_flaw,
                                        .meaning = Meaning::name_space_filter};
// Several of them with spaces between: what is in any of them.
inline constexpr Rule name_spaces_filter{.min_bytes = 1,
                                         .max_bytes = 1'300,
                                         .flaw = name_spaces_filter_flaw,
                                         .meaning = Meaning::name_space_filter};
// A namespace or "*", for standards.
inline constexpr Rule name_space_or_all{.min_bytes = 1,
                                        .max_bytes = 128,
                                        .flaw = name_space_or_all_flaw,
                                        .meaning = Meaning::name_space};
inline constexpr Rule kept_name_space_or_all{.min_bytes = 1,
                                             .max_bytes = 512,
                                             .flaw = kept_name_space_or_all_flaw,
                                             .meaning = Meaning::name_space};
inline constexpr Rule tags{
    .min_bytes = 1, .max_bytes = 128, .max_items = 50, .meaning = Meaning::tag};
inline constexpr Rule tag_filter{.meaning = Meaning::tag};
inline constexpr Rule id{
    .min_bytes = 1, .max_bytes = 128, .not_blank = true, .meaning = Meaning::memory_id};
inline constexpr Rule many_ids{.min_bytes = 1,
                               .max_bytes = 128,
                               .min_items = 1,
                               .max_items = 10'000,
                               .not_blank = true,
                               .meaning = Meaning::memory_id};
inline constexpr Rule agent_id{.min_bytes = 1, .max_bytes = 128, .not_blank = true};
inline constexpr Rule known_id{
    .min_bytes = 1, .max_bytes = 128, .not_blank = true, .meaning = Meaning::known_id};
inline constexpr Rule archived_id{
    .min_bytes = 1, .max_bytes = 128, .not_blank = true, .meaning = Meaning::archived_id};
// Of a row that comes from elsewhere: one that no path, no terminal and no address takes for
// something else.
inline constexpr Rule row_id{.min_bytes = 1, .max_bytes = 128, .flaw = id_flaw};
inline constexpr Rule ids{.min_bytes = 1,
                          .max_bytes = 128,
                          .min_items = 2,
                          .max_items = 100,
                          .meaning = Meaning::memory_id};
// Of memories to be shown at once.
inline constexpr Rule several_ids{.min_bytes = 1,
                                  .max_bytes = 128,
                                  .min_items = 1,
                                  .max_items = 20,
                                  .meaning = Meaning::memory_id};
// What a reflection is made from.
inline constexpr Rule source_ids{.min_bytes = 1,
                                 .max_bytes = 128,
                                 .min_items = 1,
                                 .max_items = 100,
                                 .meaning = Meaning::memory_id};
inline constexpr Rule group_size{.minimum = 2, .maximum = 1e6};  // of auto-consolidate
inline constexpr Rule source{.min_bytes = 1, .max_bytes = 64, .flaw = source_flaw};
inline constexpr Rule priority{.minimum = 1, .maximum = 10};
inline constexpr Rule confidence{.minimum = 0, .maximum = 1};
inline constexpr Rule min_score{.minimum = 0, .maximum = 1};
inline constexpr Rule ttl_secs{.minimum = 1, .maximum = 31'536'000};
inline constexpr Rule metadata{.max_bytes = 65'536, .flaw = metadata_flaw};
inline constexpr Rule query{.max_bytes = 65'536};
// What is asked for.
inline constexpr Rule question{
    .max_bytes = 65'536, .takes_nul = true, .meaning = Meaning::question};
inline constexpr Rule days{.minimum = 0, .maximum = 36'500};
inline constexpr Rule count{.minimum = 1, .maximum = 1e12};
inline constexpr Rule share{.minimum = 0.01, .maximum = 1};
inline constexpr Rule offset{.minimum = 0, .maximum = 1e12};
inline constexpr Rule budget_tokens{.minimum = 1, .maximum = 1e9};
inline constexpr Rule limit_recall{.minimum = 0, .maximum = 50, .clamps = true};
inline constexpr Rule limit_search{.minimum = 0, .maximum = 200, .clamps = true};
inline constexpr Rule session_id{.min_bytes = 1, .max_bytes = 256, .not_blank = true};
// A transcript's id, or its session's.
inline constexpr Rule transcript_id{
    .min_bytes = 1, .max_bytes = 256, .not_blank = true, .meaning = Meaning::transcript_id};
inline constexpr Rule turn_text{.min_bytes = 1, .max_bytes = 1'048'576, .meaning = Meaning::prose};
inline constexpr Rule turn_number{.minimum = 0, .maximum = 1e12};
inline constexpr Rule memory_ids{
    .min_bytes = 1, .max_bytes = 128, .max_items = 100, .meaning = Meaning::memory_id};
inline constexpr Rule hops{.minimum = 0, .maximum = 1'000'000, .clamps = true};
// Bytes shown of a hit's content; a longer content is shown by its excerpt (V1).
inline constexpr Rule shown_bytes{.minimum = 0, .maximum = 65'536, .clamps = true};
inline constexpr Rule byte_of_content{.minimum = 0, .maximum = 16'777'216, .clamps = true};
inline constexpr Rule content_bytes{.minimum = 1, .maximum = 16'777'216, .clamps = true};
inline constexpr Rule cursor{.min_bytes = 1, .max_bytes = 1'024};
inline constexpr Rule access_kind{.min_bytes = 1, .max_bytes = 32};
inline constexpr Rule archive_reason{.min_bytes = 1, .max_bytes = 64};
inline constexpr Rule limit_log{.minimum = 0, .maximum = 1'000, .clamps = true};
inline constexpr Rule limit_archive{.minimum = 0, .maximum = 1'000, .clamps = true};
// Limits of questions about many memories at once (L6, L7).
inline constexpr Rule limit_nodes{.minimum = 1, .maximum = 1'500, .clamps = true};
inline constexpr Rule steps{.minimum = 0, .maximum = 2, .clamps = true};
inline constexpr Rule series_days{.minimum = 1, .maximum = 366};
}  // namespace rule

inline constexpr std::size_t default_shown_bytes = 600;
inline constexpr std::size_t min_prefix_bytes = 4;  // of an id given in short (E1)
inline constexpr std::size_t max_name_space_levels = 8;
inline constexpr std::size_t max_bulk_items = 1'000;
// Of a reflection; new ones are held to the lower limit of the configuration.
inline constexpr std::int64_t max_reflection_depth = 100;

}  // namespace aim
