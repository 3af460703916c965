#include "embed/weights.h"

#include <bit>
#include <cstring>

#include "base/hash.h"

namespace aim::embed {
namespace {

constexpr std::array<char, 8> magic{'A', 'I', 'M', 'E', 'N', 'C', '1', '\0'};
// Version 2 has longer prefixes and the way of pooling; what version 1 can say is written as
// version 1.
constexpr std::uint32_t first_version = 1, last_version = 2;
constexpr std::size_t alignment = 64;
constexpr std::size_t sections_before_layers = 7, sections_of_layer = 24;
constexpr std::uint32_t max_width = 4096, max_inner = 16'384, max_layers = 64, max_positions = 8192,
                        max_vocabulary = 1U << 20;

// As it lies in the file. The numbers are little endian.
struct FileHeader {
  std::array<char, 8> magic;
  std::uint32_t version, sections;
  std::uint64_t file_bytes;
  std::uint64_t header_hash;  // of header and table, with 0 here
  std::array<char, 64> content_hash;
  Geometry geometry;
  std::array<char, 64> name;
  std::array<char, 32> engine;
  std::array<char, 92> use;  // UseOfFirst or UseOfSecond
};
static_assert(sizeof(FileHeader) == 320 && std::is_trivially_copyable_v<FileHeader>);

struct UseOfFirst {
  std::array<char, 32> query_prefix, document_prefix;
  std::array<char, 28> unused;
};
struct UseOfSecond {
  std::array<char, max_query_prefix> query_prefix;
  std::array<char, max_document_prefix> document_prefix;
  Pooling pooling;
};
static_assert(sizeof(UseOfFirst) == sizeof FileHeader::use &&
              sizeof(UseOfSecond) == sizeof FileHeader::use);

struct Section {
  std::uint64_t offset, bytes;
};

constexpr std::size_t aligned(std::size_t bytes) {
  return (bytes + alignment - 1) / alignment * alignment;
}

Failure damaged(std::string_view what) {
  return Failure(
      unavailable("the packed model " + std::string(what), "remove it and obtain the model again"));
}

template <std::size_t size>
std::string text_of(const std::array<char, size>& field) {
  return {field.data(), ::strnlen(field.data(), size)};
}
template <std::size_t size>
void set_text(std::array<char, size>& field, std::string_view text) {
  std::ranges::copy(text.substr(0, size), field.begin());
}

void read_use(const FileHeader& header, ModelUse& out) {
  if (header.version == first_version) {
    const auto use = std::bit_cast<UseOfFirst>(header.use);
    out.query_prefix = text_of(use.query_prefix);
    out.document_prefix = text_of(use.document_prefix);
    return;
  }
  const auto use = std::bit_cast<UseOfSecond>(header.use);
  out.query_prefix = text_of(use.query_prefix);
  out.document_prefix = text_of(use.document_prefix);
  out.pooling = use.pooling;
}

void write_use(const ModelUse& use, FileHeader& header) {
  UseOfFirst first{};
  if (use.pooling == Pooling::mean && use.query_prefix.size() <= first.query_prefix.size() &&
      use.document_prefix.size() <= first.document_prefix.size()) {
    header.version = first_version;
    set_text(first.query_prefix, use.query_prefix);
    set_text(first.document_prefix, use.document_prefix);
    header.use = std::bit_cast<decltype(header.use)>(first);
    return;
  }
  UseOfSecond second{};
  header.version = last_version;
  set_text(second.query_prefix, use.query_prefix);
  set_text(second.document_prefix, use.document_prefix);
  second.pooling = use.pooling;
  header.use = std::bit_cast<decltype(header.use)>(second);
}

std::uint64_t hash_of(FileHeader header, std::string_view table) {
  header.header_hash = 0;
  std::string bytes(reinterpret_cast<const char*>(&header), sizeof header);
  return stable_hash(bytes.append(table));
}

bool is_width(std::uint32_t width, std::uint32_t most) {
  return width > 0 && width <= most && width % width_step == 0;
}

// Takes one section after the other; after the first that is not as it should be, all are refused.
class SectionReader {
 public:
  SectionReader(std::string_view bytes, std::string_view table) : bytes_(bytes), table_(table) {}

  std::string_view any() {
    Section section{};
    if (table_.size() < sizeof section) {
      good_ = false;
      return {};
    }
    std::memcpy(&section, table_.data(), sizeof section);
    table_.remove_prefix(sizeof section);
    if (section.offset % alignment != 0 || section.offset > bytes_.size() ||
        section.bytes > bytes_.size() - section.offset) {
      good_ = false;
      return {};
    }
    return bytes_.substr(section.offset, section.bytes);
  }

  template <class Number>
  const Number* take(std::size_t count) {
    const std::string_view section = any();
    if (section.size() != count * sizeof(Number))
      good_ = false;
    return reinterpret_cast<const Number*>(section.data());
  }

  const void* matrix(std::size_t count, Precision precision) {
    return precision == Precision::bytes ? static_cast<const void*>(take<std::int8_t>(count))
                                         : static_cast<const void*>(take<float>(count));
  }

  Norm norm(std::size_t width) {
    Norm out;
    out.gain = take<float>(width);
    out.shift = take<float>(width);
    return out;
  }

  Linear linear(std::size_t outputs, std::size_t depth, Precision precision) {
    const bool bytes = precision == Precision::bytes;
    Linear out;
    out.outputs = outputs;
    out.depth = depth;
    out.weights = matrix(outputs * depth, precision);
    out.bias = take<float>(outputs);
    out.scales = take<float>(bytes ? outputs : 0);
    out.sums = take<std::int32_t>(bytes ? outputs : 0);
    out.smoothing = take<float>(bytes ? depth : 0);
    return out;
  }

  bool good() const { return good_; }

 private:
  std::string_view bytes_, table_;
  bool good_ = true;
};

Layer read_layer(SectionReader& reader, const Geometry& geometry) {
  const std::size_t width = geometry.width, inner = geometry.inner;
  Layer out;
  out.project = reader.linear(3 * width, width, geometry.precision);
  out.mix = reader.linear(width, width, geometry.precision);
  out.after_attention = reader.norm(width);
  out.widen = reader.linear(geometry.gated() ? 2 * inner : inner, width, geometry.precision);
  out.narrow = reader.linear(width, inner, geometry.precision);
  out.after_inner = reader.norm(width);
  return out;
}

struct Opened {
  FileHeader header;
  std::string_view table, content;
};

Result<Opened> open_header(std::string_view bytes) {
  Opened out{};
  if (bytes.size() < sizeof out.header)
    return damaged("is cut off");
  std::memcpy(&out.header, bytes.data(), sizeof out.header);
  if (out.header.magic != magic)
    return damaged("is no packed model");
  if (out.header.version < first_version || out.header.version > last_version)
    return damaged("was packed by another version of this program");
  if (out.header.file_bytes != bytes.size())
    return damaged("is cut off");
  const std::size_t table_bytes = std::size_t{out.header.sections} * sizeof(Section);
  if (table_bytes > bytes.size() - sizeof out.header)
    return damaged("is damaged");
  out.table = bytes.substr(sizeof out.header, table_bytes);
  out.content = bytes.substr(sizeof out.header + table_bytes);
  if (hash_of(out.header, out.table) != out.header.header_hash ||
      !is_possible(out.header.geometry) ||
      out.header.sections !=
          sections_before_layers + sections_of_layer * out.header.geometry.layers)
    return damaged("is damaged");
  return out;
}

}  // namespace

bool is_possible(const Geometry& geometry) {
  if (geometry.shape > Shape::nomic || geometry.precision > Precision::bytes)
    return false;
  if (!is_width(geometry.width, max_width) || !is_width(geometry.inner, max_inner))
    return false;
  if (geometry.layers == 0 || geometry.layers > max_layers || geometry.positions < 2 ||
      geometry.positions > max_positions || geometry.vocabulary == 0 ||
      geometry.vocabulary > max_vocabulary)
    return false;
  if (geometry.heads == 0 || geometry.width % geometry.heads != 0)
    return false;
  // Rotary positions turn one half of a head against the other.
  const std::size_t step = geometry.shape == Shape::nomic ? 2 * lanes : lanes;
  return geometry.head_width() % step == 0 && geometry.epsilon >= 0 && geometry.epsilon < 1;
}

Result<Weights> Weights::over(std::string_view bytes) {
  const Opened opened = TRY(open_header(bytes));
  const FileHeader& header = opened.header;
  Weights out;
  out.geometry = header.geometry;
  out.names.name = text_of(header.name);
  out.names.engine = text_of(header.engine);
  read_use(header, out.names.use);
  if (out.names.use.pooling > Pooling::first)
    return damaged("is damaged");
  const Geometry& geometry = out.geometry;
  const bool rotary = geometry.shape == Shape::nomic;
  const bool small = geometry.precision == Precision::bytes;
  SectionReader reader(bytes, opened.table);
  out.vocabulary = reader.any();
  out.tokens = reader.matrix(std::size_t{geometry.vocabulary} * geometry.width, geometry.precision);
  out.token_scales = reader.take<float>(small ? geometry.vocabulary : 0);
  out.positions =
      reader.take<float>((rotary ? 1 : std::size_t{geometry.positions}) * geometry.width);
  const std::size_t half_head = geometry.head_width() / 2;
  out.cosines = reader.take<float>(rotary ? 2 * geometry.positions * half_head : 0);
  out.sines = rotary && reader.good() ? out.cosines + geometry.positions * half_head : nullptr;
  out.first = reader.norm(geometry.width);
  for (std::uint32_t layer = 0; layer < geometry.layers && reader.good(); ++layer)
    out.layers.push_back(read_layer(reader, geometry));
  if (!reader.good())
    return damaged("is damaged");
  const auto* begin = reinterpret_cast<const char*>(out.first.gain);
  out.of_layers = bytes.substr(static_cast<std::size_t>(begin - bytes.data()));
  return out;
}

WeightsWriter::WeightsWriter(const Geometry& geometry, ModelNames names)
    : geometry_(geometry), names_(std::move(names)) {}

void WeightsWriter::add(const void* section, std::size_t bytes) {
  content_.resize(aligned(content_.size()));
  ends_.push_back(content_.size());
  ends_.push_back(bytes);
  content_.append(static_cast<const char*>(section), bytes);
}

std::string WeightsWriter::finish() {
  const std::size_t table_bytes = ends_.size() * sizeof(std::uint64_t);
  const std::size_t before = aligned(sizeof(FileHeader) + table_bytes);
  for (std::size_t i = 0; i < ends_.size(); i += 2) ends_[i] += before;
  const std::string_view table(reinterpret_cast<const char*>(ends_.data()), table_bytes);
  content_.insert(0, before - sizeof(FileHeader) - table_bytes, '\0');
  FileHeader header{};
  header.magic = magic;
  header.sections = static_cast<std::uint32_t>(ends_.size() / 2);
  header.file_bytes = sizeof header + table_bytes + content_.size();
  header.geometry = geometry_;
  set_text(header.content_hash, sha256_hex(content_));
  set_text(header.name, names_.name);
  set_text(header.engine, names_.engine);
  write_use(names_.use, header);
  header.header_hash = hash_of(header, table);
  content_.insert(0, table);
  content_.insert(0, reinterpret_cast<const char*>(&header), sizeof header);
  return std::move(content_);
}

Result<void> verify_content(std::string_view bytes) {
  const Opened opened = TRY(open_header(bytes));
  if (sha256_hex(opened.content) != std::string_view(opened.header.content_hash.data(), 64))
    return damaged("is damaged");
  TRY(Weights::over(bytes));
  return {};
}

}  // namespace aim::embed
