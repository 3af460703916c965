#include "cli/models.h"

#include <chrono>
#include <iostream>

#include "app/commands.h"
#include "app/wire.h"
#include "base/ascii.h"
#include "base/environment.h"
#include "base/utf8.h"
#include "cli/checkup.h"
#include "cli/fields.h"
#include "cli/render/progress_bar.h"
#include "cli/run.h"
#include "embed/encoder.h"
#include "llm/remote_model.h"
#include "model/catalog.h"
#include "model/fetch.h"
#include "model/library.h"

namespace aim::app {
namespace {

static_assert(cli::usual_model == model::usual_model);

constexpr std::size_t max_stdin_bytes = std::size_t{64} << 20;
constexpr std::int64_t max_timeout_secs = 3'600;
constexpr std::size_t sha256_digits = 64;

bool is_offline() {
  return environment("AI_MEMORY_OFFLINE") == "1";
}

std::string size_of(std::uint64_t bytes) {
  return cli::size_text(static_cast<std::int64_t>(bytes));
}

class Models {
 public:
  Models(const Start& start, const Config& config)
      : start_(start),
        invocation_(start.invocation),
        config_(config),
        library_(models_folder_of(config)) {}

  Result<int> run() {
    if (library_.folder().empty())
      return Failure(
          unavailable("no folder is known for models: neither HOME nor XDG_DATA_HOME is set to an "
                      "absolute path",
                      "set HOME or AI_MEMORY_MODELS"));
    const std::string_view verb = invocation_.command->name;
    if (verb == "model list")
      return list();
    if (verb == "model get")
      return get();
    if (verb == "model import")
      return import();
    if (verb == "model verify")
      return verify();
    if (verb == "model remove")
      return remove();
    return verb == "model use" ? use() : embed();
  }

 private:
  std::string argument(std::string_view name) const {
    const std::string* text = invocation_.text(name);
    return text == nullptr ? std::string() : *text;
  }

  int say(std::string_view name, std::string_view result, std::string_view sentence) {
    return start_.print(cli::model_result(name, result, sentence, invocation_.json));
  }
  static void note(std::string_view text) { std::cerr << "note: " << text << std::endl; }

  // ---- list ----

  Result<int> list() {
    const auto used = TRY(model_of(config_));
    cli::ModelList answer{library_.folder().string(), chosen(), {}};
    if (service_)
      answer.rows.push_back(row_of(*service_));
    for (const model::Installed& model : library_.list())
      answer.rows.push_back(row_of(model, used && *used == model.packed));
    for (const model::KnownModel& known : model::known_models()) {
      const std::string name(known.name);
      const auto same = [&](const cli::ModelRow& row) { return row.name == name; };
      if (std::none_of(answer.rows.begin(), answer.rows.end(), same))
        answer.rows.push_back({name,
                               "available",
                               known.dimension,
                               std::nullopt,
                               known.bytes(),
                               std::string(known.licence),
                               {}});
    }
    return start_.print(invocation_.json ? answer.json() : answer.text(start_.colour));
  }

  static cli::ModelRow row_of(llm::EmbeddingClient& service) {
    const llm::State state = service.used();
    cli::ModelRow row;
    row.name = state.model;
    row.state = "in use";
    row.dimension = service.known_dimension();
    row.max_tokens = llm::family_of(state.model).max_tokens;
    row.origin = state.backend + " at " + state.address;
    return row;
  }

  static cli::ModelRow row_of(const model::Installed& model, bool is_used) {
    cli::ModelRow row;
    row.name = model.name;
    row.state = !model.info ? "damaged" : is_used ? "in use" : "ready";
    if (model.info) {
      row.dimension = model.info->identity.dimension;
      row.max_tokens = model.info->max_tokens;
    }
    std::error_code ignored;
    row.bytes = std::filesystem::file_size(model.packed, ignored);
    if (const model::KnownModel* known = model::find_known(model.name))
      row.licence = known->licence;
    if (model.record)
      row.origin = model.record->origin;
    return row;
  }

  // What the configuration says goes before what `model use` chose.
  std::string chosen() const {
    return config_.embedding_model == model::automatic ? library_.chosen()
                                                       : config_.embedding_model;
  }

  // ---- get, import ----

  model::FetchOptions fetch_options() {
    model::FetchOptions options;
    options.step = [this](std::string_view what, std::uint64_t done, std::uint64_t total) {
      bar_.show(what, done, total);
    };
    options.waiting = [] { note("another process is busy with this model; waiting for it"); };
    return options;
  }

  Result<int> get() {
    const std::string name = argument("name"), url = argument("url"), sums = argument("sha256");
    TRY_VOID(model::check_name(name));
    auto options = fetch_options();
    options.timeout = std::chrono::seconds(TRY(timeout()));
    options.keep = expanded_path(argument("keep"));
    if (is_offline()) {
      if (options.keep.empty() && library_.verify(name))
        return tell_of(name, "already there");
      return Failure(
          unavailable("AI_MEMORY_OFFLINE=1 forbids downloads", "use: ai-memory model import PATH"));
    }
    const model::KnownModel* known = model::find_known(name);
    const auto fetched = TRY(known != nullptr ? get_known(*known, url, sums, options)
                                              : get_other(name, url, sums, options));
    return tell_of(name, fetched == model::Fetched::now ? "obtained" : "already there");
  }

  // Of a model whose weights no one has pinned, --sha256 is what they must have.
  Result<model::Fetched> get_known(const model::KnownModel& known, const std::string& url,
                                   const std::string& sha256, const model::FetchOptions& options) {
    if (!known.is_pinned() && sha256.empty()) {
      Error error = refuse("sha256", "is needed: that of the model.safetensors of " +
                                         std::string(known.name) + " is not known here");
      error.hint = "its publisher's page of the file shows it: " + model::page_of(known);
      return Failure(std::move(error));
    }
    if (!known.is_pinned())
      TRY_VOID(check_digest(sha256));
    return model::fetch(library_, known, url.empty() ? hub_of(config_) : url, sha256, options);
  }

  static Result<void> check_digest(const std::string& digest) {
    if (digest.size() != sha256_digits ||
        digest.find_first_not_of("0123456789abcdef") != std::string::npos)
      return Failure(refuse("sha256", "must be 64 digits of 0-9 and a-f"));
    return {};
  }

  Result<model::Fetched> get_other(const std::string& name, const std::string& url,
                                   const std::string& sums, const model::FetchOptions& options) {
    if (url.empty() || sums.empty()) {
      Error error = missing("there is no model " + name + " in the list");
      error.hint =
          "see the list with: ai-memory model list; another model needs --url and --sha256";
      return Failure(std::move(error));
    }
    TRY_VOID(check_digest(sums));
    return model::fetch_folder(library_, name, url, sums, options);
  }

  Result<std::int64_t> timeout() const {
    const std::string text = argument("timeout");
    if (text.empty())
      return model::FetchOptions{}.timeout.count();
    const auto seconds = ascii::number<std::int64_t>(text);
    if (!seconds || *seconds < 1 || *seconds > max_timeout_secs)
      return Failure(refuse(
          "timeout", "must be an integer from 1 to 3600; got \"" + utf8::excerpt(text, 40) + "\""));
    return *seconds;
  }

  Result<int> import() {
    const auto imported = TRY(model::import_model(library_, expanded_path(argument("path")),
                                                  argument("name"), fetch_options()));
    if (!imported.is_published) {
      bar_.clear();
      note(imported.name +
           " is none of the published models that are known; nobody has checked it");
    }
    return tell_of(imported.name, "imported");
  }

  Result<int> tell_of(const std::string& name, std::string_view result) {
    bar_.clear();
    const auto model = TRY(library_.find(name));
    const auto info = TRY(model.info);
    const auto used = TRY(model_of(config_));
    std::string sentence = name;
    sentence.append(result == "already there" ? " is here already: " : " is ready: ")
        .append(std::to_string(info.identity.dimension))
        .append(" dimensions, ")
        .append(size_of(info.bytes));
    sentence += used && *used == model.packed ? "; it is in use"
                                              : "; use it with: ai-memory model use " + name;
    return say(name, result, sentence);
  }

  // ---- verify, remove, use ----

  Result<int> verify() {
    std::vector<std::string> names;
    if (const std::string name = argument("name"); !name.empty())
      names.push_back(TRY(library_.find(name)).name);
    else
      for (const model::Installed& model : library_.list()) names.push_back(model.name);
    cli::Checkup report;
    for (const std::string& name : names) {
      if (auto sound = library_.verify(name); !sound)
        report.bad(name, cli::sentence(sound.error()));
      else
        report.good(name, "undamaged");
    }
    start_.print(invocation_.json ? report.json() : report.text(start_.colour));
    if (names.empty() && !invocation_.json)
      note("there are no models here; obtain one with: ai-memory model get " +
           std::string(model::usual_model));
    return report.is_good() ? cli::exit_done : cli::exit_failed;
  }

  Result<int> remove() {
    const std::string name = argument("name");
    TRY_VOID(library_.remove(name));
    return say(name, "removed", name + " is removed");
  }

  Result<int> use() {
    const std::string name = argument("name");
    TRY_VOID(library_.choose(name));
    if (service_)
      note("config.toml says backend = \"" + config_.embedding_backend +
           "\" in [embedding], which overrides this choice");
    else if (config_.embedding_model != model::automatic)
      note("config.toml says model = \"" + config_.embedding_model +
           "\" in [embedding], which overrides this choice");
    const std::string sentence = name == model::automatic
                                     ? std::string(model::usual_model) + " is used if it is here"
                                 : name == model::none ? "no model is used; recall works without"
                                                       : name + " is used from now on";
    return say(name, "chosen", sentence);
  }

  // ---- embed ----

  Result<int> embed() {
    const std::vector<std::string> given = texts_to_embed();
    std::vector<std::string_view> texts;
    for (const std::string& text : given) {
      if (!utf8::is_valid(text))
        return Failure(refuse("text", "must be valid UTF-8"));
      invocation_.flag("lines") ? add_lines(text, texts) : texts.push_back(text);
    }
    const auto model = TRY(model_to_embed_with());
    const auto role = invocation_.flag("query") ? embed::Role::query : embed::Role::document;
    const auto numbers = TRY(model->embed(texts, role));
    const auto& identity = model->identity();
    const cli::PrintedVectors vectors{identity.model, identity.engine, identity.dimension, numbers};
    return start_.print(invocation_.json ? vectors.json() : vectors.text());
  }

  std::vector<std::string> texts_to_embed() const {
    const auto given = invocation_.texts("text");
    std::vector<std::string> texts(given.begin(), given.end());
    const auto input = std::find(texts.begin(), texts.end(), "-");
    if (input != texts.end())
      *input = cli::read_stdin("the text", max_stdin_bytes);
    return texts;
  }

  static void add_lines(std::string_view text, std::vector<std::string_view>& lines) {
    while (!text.empty()) lines.push_back(ascii::take_part(text, '\n'));
  }

  Result<std::unique_ptr<embed::Embedder>> model_to_embed_with() const {
    if (service_ && argument("model").empty())
      return llm::RemoteModel::open(service_);
    return std::unique_ptr<embed::Embedder>(
        TRY(embed::LocalModel::open(TRY(file_to_embed_with()))));
  }

  Result<std::filesystem::path> file_to_embed_with() const {
    if (const std::string name = argument("model"); !name.empty())
      return TRY(library_.find(name)).packed;
    const auto used = TRY(model_of(config_));
    if (used)
      return *used;
    if (const std::string name = chosen(); name != model::automatic && name != model::none)
      return TRY(library_.find(name)).packed;  // says how to obtain it
    return Failure(
        unavailable("no model is in use", "obtain one with: ai-memory model get " +
                                              std::string(model::usual_model) +
                                              "; or name one that is here with --model"));
  }

  const Start& start_;
  const cli::Invocation& invocation_;
  const Config& config_;
  model::Library library_;
  const std::shared_ptr<llm::EmbeddingClient> service_ = embedding_client(config_, start_.clock);
  cli::ProgressBar bar_;
};

}  // namespace

Result<int> models(const Start& start, const Config& config) {
  return Models(start, config).run();
}

}  // namespace aim::app
