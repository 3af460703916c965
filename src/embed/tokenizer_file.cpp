#include "embed/tokenizer_file.h"

#include <boost/json.hpp>
#include <cmath>

#include "base/base64.h"
#include "base/file.h"
#include "base/utf8.h"

namespace aim::embed {

namespace {

namespace json = boost::json;

constexpr std::size_t max_vocabulary_bytes = 64 << 20, max_pieces = 1 << 20;
constexpr std::string_view file_name = "tokenizer.json";

Failure refuse_steps(std::string_view which) {
  return refused(file_name, "has " + std::string(which) + " that can not be computed");
}

// ---- WordPiece ----

Result<std::string> section_of(std::span<const std::string_view> pieces) {
  if (pieces.empty() || pieces.size() > max_pieces)
    return refused("vocabulary", "has no pieces, or more than 1048576");
  return build_vocabulary(pieces);
}

Result<std::string> word_pieces_of(const json::object& model) {
  const json::object* table = object_in(model, "vocab");
  if (table == nullptr)
    return refused(file_name, "has no vocabulary of pieces");
  std::vector<std::string_view> pieces(table->size());
  for (const auto& [piece, id] : *table) {
    const std::int64_t* at = id.if_int64();
    if (at == nullptr || *at < 0 || static_cast<std::size_t>(*at) >= pieces.size())
      return refused(file_name, "has a vocabulary with gaps");
    pieces[static_cast<std::size_t>(*at)] = piece;
  }
  return section_of(pieces);
}

// ---- unigram ----

Result<void> read_pieces(const json::object& model, UnigramParts& out) {
  const json::array* table = array_in(model, "vocab");
  if (table == nullptr || table->empty() || table->size() > max_pieces)
    return refused(file_name, "has no vocabulary of pieces, or more than 1048576");
  std::set<std::string_view> seen;
  for (const json::value& row : *table) {
    const json::array* pair = row.if_array();
    if (pair == nullptr || pair->size() != 2 || !(*pair)[0].is_string() || !(*pair)[1].is_number())
      return refused(file_name, "has a piece without a score");
    const std::string_view piece = (*pair)[0].get_string();
    const double score = (*pair)[1].to_number<double>();
    if (piece.empty() || piece.size() > max_piece_bytes || !std::isfinite(score) ||
        !seen.insert(piece).second)
      return refused(file_name,
                     "has a piece that is empty, too long, there twice or without a score");
    out.pieces.emplace_back(piece);
    out.scores.push_back(score);
  }
  const json::value* unknown = model.if_contains("unk_id");
  const std::int64_t* id = unknown != nullptr ? unknown->if_int64() : nullptr;
  if (id == nullptr || *id < 0 || static_cast<std::size_t>(*id) >= out.pieces.size() ||
      is_true(model, "byte_fallback"))
    return refuse_steps("unknown pieces in a way");
  out.unknown = static_cast<std::uint32_t>(*id);
  return {};
}

// Null, the table of characters, or a list of it and of what makes one blank of many, which the cut
// at blanks does anyway.
Result<void> read_normalizer(const json::object& tokenizer, UnigramParts& out) {
  const json::object* normalizer = object_in(tokenizer, "normalizer");
  if (normalizer == nullptr)
    return {};
  std::vector<const json::object*> steps{normalizer};
  if (text(*normalizer, "type") == "Sequence") {
    steps.clear();
    const json::array* list = array_in(*normalizer, "normalizers");
    for (std::size_t i = 0; list != nullptr && i < list->size(); ++i)
      steps.push_back((*list)[i].if_object());
  }
  for (const json::object* step : steps) {
    const std::string_view type = step != nullptr ? text(*step, "type") : std::string_view();
    const json::object* pattern = type == "Replace" ? object_in(*step, "pattern") : nullptr;
    if (pattern != nullptr && text(*pattern, "Regex") == " {2,}" && text(*step, "content") == " ")
      continue;
    const auto table = type == "Precompiled"
                           ? from_base64(text(*step, "precompiled_charsmap"), Base64::standard)
                           : std::nullopt;
    if (!table || !out.characters.empty() || !CharacterMap::over(*table))
      return refuse_steps("a normalizer");
    out.characters = *table;
  }
  return {};
}

// Cut at blanks, then a mark before each word.
Result<void> check_cut(const json::object& tokenizer) {
  const json::object* cut = object_in(tokenizer, "pre_tokenizer");
  const json::array* steps = cut != nullptr && text(*cut, "type") == "Sequence"
                                 ? array_in(*cut, "pretokenizers")
                                 : nullptr;
  if (steps == nullptr || steps->size() != 2 || !(*steps)[0].is_object() ||
      !(*steps)[1].is_object())
    return refuse_steps("a cut into words");
  const json::object& blanks = (*steps)[0].get_object();
  const json::object& mark = (*steps)[1].get_object();
  const std::string_view scheme = text(mark, "prepend_scheme");
  const json::value* split = mark.if_contains("split");
  const bool always = scheme == "always" || (scheme.empty() && is_true(mark, "add_prefix_space"));
  const bool splits = split == nullptr || (split->is_bool() && split->get_bool());
  if (text(blanks, "type") != "WhitespaceSplit" || text(mark, "type") != "Metaspace" ||
      text(mark, "replacement") != blank_mark || !always || !splits)
    return refuse_steps("a cut into words");
  return {};
}

Result<std::uint32_t> id_of(const UnigramParts& parts, std::string_view piece) {
  const auto found = std::ranges::find(parts.pieces, piece);
  if (piece.empty() || found == parts.pieces.end())
    return refused(file_name, "names a special piece that its vocabulary does not have");
  return static_cast<std::uint32_t>(found - parts.pieces.begin());
}

// What goes round a text: {"sep": [text, id], "cls": …}, or a template [begin, the text, end].
Result<void> read_frame(const json::object& tokenizer, UnigramParts& out) {
  const json::object* frame = object_in(tokenizer, "post_processor");
  if (frame == nullptr)
    return refuse_steps("a frame round texts");
  std::string_view begin, end;
  const auto first_of = [&](std::string_view name) {
    const json::array* pair = array_in(*frame, name);
    return pair != nullptr && !pair->empty() && (*pair)[0].is_string()
               ? std::string_view((*pair)[0].get_string())
               : std::string_view();
  };
  const auto special_at = [](const json::array& list, std::size_t at) {
    const json::object* item = list[at].if_object();
    const json::object* special = item != nullptr ? object_in(*item, "SpecialToken") : nullptr;
    return special != nullptr ? text(*special, "id") : std::string_view();
  };
  if (text(*frame, "type") == "RobertaProcessing" || text(*frame, "type") == "BertProcessing") {
    begin = first_of("cls");
    end = first_of("sep");
  } else if (const json::array* list = array_in(*frame, "single");
             list != nullptr && list->size() == 3 && (*list)[1].is_object() &&
             object_in((*list)[1].get_object(), "Sequence") != nullptr) {
    begin = special_at(*list, 0);
    end = special_at(*list, 2);
  }
  out.begin = TRY(id_of(out, begin));
  out.end = TRY(id_of(out, end));
  return {};
}

Result<void> read_specials(const json::object& tokenizer, UnigramParts& out) {
  const json::array* added = array_in(tokenizer, "added_tokens");
  if (added == nullptr)
    return {};
  if (added->size() > max_specials)
    return refused(file_name, "has more than 64 special pieces");
  for (const json::value& each : *added) {
    const json::object* token = each.if_object();
    if (token == nullptr || !is_true(*token, "special") || is_true(*token, "normalized") ||
        is_true(*token, "single_word"))
      return refuse_steps("added pieces");
    out.specials.push_back(TRY(id_of(out, text(*token, "content"))));
  }
  return {};
}

}  // namespace

Result<std::string> vocabulary_of(const json::object& tokenizer) {
  const json::object* model = object_in(tokenizer, "model");
  if (model == nullptr)
    return refused(file_name, "has no vocabulary of pieces");
  if (text(*model, "type") != "Unigram")
    return word_pieces_of(*model);
  UnigramParts parts;
  TRY_VOID(read_pieces(*model, parts));
  TRY_VOID(read_normalizer(tokenizer, parts));
  TRY_VOID(check_cut(tokenizer));
  TRY_VOID(read_frame(tokenizer, parts));
  TRY_VOID(read_specials(tokenizer, parts));
  return build_unigram(parts);
}

Result<std::string> read_vocabulary(const std::filesystem::path& folder) {
  const auto lines = read_file(folder / "vocab.txt", max_vocabulary_bytes);
  if (lines)
    return section_of(vocabulary_lines(*lines));
  return vocabulary_of(TRY(read_object(folder / file_name, max_vocabulary_bytes)));
}

Result<ModelTokenizer> ModelTokenizer::over(std::string_view section) {
  if (is_unigram(section))
    return ModelTokenizer(TRY(Unigram::over(section)));
  return ModelTokenizer(TRY(Tokenizer::over(TRY(Vocabulary::over(section)))));
}

std::vector<std::uint32_t> ModelTokenizer::encode(std::string_view text,
                                                  std::size_t max_tokens) const {
  return std::visit([&](const auto& kind) { return kind.encode(text, max_tokens); }, kind_);
}

Coverage ModelTokenizer::coverage(std::string_view text) const {
  return std::visit([&](const auto& kind) { return kind.coverage(text); }, kind_);
}

const Vocabulary& ModelTokenizer::vocabulary() const {
  return std::visit([](const auto& kind) -> const Vocabulary& { return kind.vocabulary(); }, kind_);
}

namespace json = boost::json;

Failure refused(std::string_view file, std::string_view what) {
  return Failure(helped_by(invalid("the model's " + std::string(file) + " " + std::string(what),
                                   "models of the shapes of BERT and nomic-embed-text can be used"),
                           {"see some", Means::list_models}));
}

Result<json::object> read_object(const std::filesystem::path& file, std::size_t max_bytes) {
  const std::string text = TRY(read_file(file, max_bytes));
  boost::system::error_code failed;
  json::value value = json::parse(text, failed);
  if (failed || !value.is_object())
    return refused(file.filename().string(), "is no JSON object");
  return std::move(value.get_object());
}

const json::object* object_in(const json::object& object, std::string_view name) {
  const json::value* value = object.if_contains(name);
  return value != nullptr ? value->if_object() : nullptr;
}

const json::array* array_in(const json::object& object, std::string_view name) {
  const json::value* value = object.if_contains(name);
  return value != nullptr ? value->if_array() : nullptr;
}

std::string_view text(const json::object& object, std::string_view name) {
  const json::value* value = object.if_contains(name);
  return value != nullptr && value->is_string() ? std::string_view(value->get_string())
                                                : std::string_view();
}

bool is_true(const json::object& object, std::string_view name) {
  const json::value* value = object.if_contains(name);
  return value != nullptr && value->is_bool() && value->get_bool();
}

}  // namespace aim::embed
