#include "engine/vectors/passage_copy.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <span>
#include <string_view>
#include <system_error>

#include "base/hash.h"
#include "store/meta.h"
#include "store/search.h"
#include "store/store.h"

namespace aim::engine {
namespace {

namespace fs = std::filesystem;

// What is being written and is that old was left behind by a process that was killed.
constexpr std::chrono::minutes abandoned_after{10};

std::size_t stride_of(std::size_t dimension) {
  return index::Flat(dimension).stride();
}

Failure cannot_write(const fs::path& file) {
  const std::string reason = std::error_code(errno, std::generic_category()).message();
  return Failure(unavailable("cannot write " + file.native() + ": " + reason, {}));
}

// Writes one part after the other, each from a whole page on.
class Parts {
 public:
  explicit Parts(int file) : file_(file) {}

  bool put(std::span<const std::byte> bytes) {
    at_ = PageMemory::whole_pages(at_);
    for (std::size_t done = 0; done < bytes.size();) {
      const ssize_t written =
          ::pwrite(file_, bytes.data() + done, bytes.size() - done, static_cast<off_t>(at_ + done));
      if (written < 0 && errno == EINTR)
        continue;
      if (written <= 0)
        return false;
      done += static_cast<std::size_t>(written);
    }
    at_ += bytes.size();
    return true;
  }

 private:
  int file_;
  std::uint64_t at_ = 0;
};

template <class T>
std::span<const std::byte> bytes_of(const T* first, std::size_t count) {
  return std::as_bytes(std::span(first, count));
}

std::span<const std::byte> heads_of(const Vectors& vectors) {
  return bytes_of(vectors.heads.data(), vectors.heads.size());
}
std::span<const std::byte> rows_of(const Vectors& vectors) {
  return bytes_of(vectors.rows.packed(0), vectors.rows.size() * vectors.rows.stride());
}

std::uint64_t hash_of(std::span<const std::byte> bytes) {
  return stable_hash({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

// A file for who writes a copy; one process at a time has it.
Result<int> open_new(const fs::path& beside) {
  const int flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW;
  int file = ::open(beside.c_str(), flags, 0600);
  if (file < 0 && errno == EEXIST) {
    std::error_code error;
    const auto written = fs::last_write_time(beside, error);
    const auto age = fs::file_time_type::clock::now() - written;
    if (error || (age < abandoned_after && age > -abandoned_after))
      return Failure(conflict("another process writes a copy of the passages"));
    ::unlink(beside.c_str());
    file = ::open(beside.c_str(), flags, 0600);
  }
  if (file < 0)
    return cannot_write(beside);
  return file;
}

}  // namespace

Result<std::optional<PassageCopy>> PassageCopy::of(store::Reader& reader,
                                                   std::int64_t last_change) {
  std::optional<PassageCopy> copy;
  const auto number = TRY(reader.meta.number(store::passages_copy));
  const auto file = reader.search.passages_copy_file();
  if (number && !file.empty())
    copy = open(file, *number);
  const store::Block end = reader.search.block_of(TRY(reader.search.end_of_slots()));
  if (copy && (copy->seen() > last_change ||
               copy->rows() > static_cast<std::size_t>(end.begin + end.count)))
    copy.reset();
  return copy;
}

std::uint64_t PassageCopy::check_of(const Header& header) {
  return hash_of(bytes_of(&header, 1).first(offsetof(Header, check)));
}

// Where the parts begin and how long the file is follows from how many rows and channels there are.
bool PassageCopy::lay_out(Header& header) {
  if (header.channels > max_channels || header.rows > no_row)
    return false;
  std::uint64_t at = PageMemory::whole_pages(sizeof(Header));
  header.metas_at = at;
  at = PageMemory::whole_pages(at + header.rows * sizeof(store::PassageMeta));
  for (std::size_t i = 0; i < header.channels; ++i) {
    ChannelPart& part = header.parts[i];
    if (part.dimension == 0 || part.dimension > UINT16_MAX)
      return false;
    part.stride = stride_of(part.dimension);
    part.heads_at = at;
    at = PageMemory::whole_pages(at + header.rows * sizeof(store::VectorHead));
    part.rows_at = at;
    at = PageMemory::whole_pages(at + header.rows * part.stride);
  }
  header.size = at;
  return true;
}

std::optional<PassageCopy> PassageCopy::open(const fs::path& file, std::int64_t number) {
  const int opened = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (opened < 0)
    return {};
  Header header{};
  PassageCopy copy(opened, header);
  struct stat about {};
  if (::fstat(opened, &about) != 0 || !S_ISREG(about.st_mode) ||
      ::pread(opened, &header, sizeof header, 0) != static_cast<ssize_t>(sizeof header) ||
      header.magic != magic || header.number != number || header.check != check_of(header))
    return {};
  Header expected = header;
  if (!lay_out(expected) || std::memcmp(&expected, &header, sizeof header) != 0 ||
      static_cast<std::uint64_t>(about.st_size) != header.size)
    return {};
  copy.header_ = header;
  return copy;
}

// Memories are added while it is in use.
std::size_t PassageCopy::room() const {
  constexpr std::size_t some = 16'384;
  return header_.rows + header_.rows / 4 + some;
}

bool PassageCopy::map(PageArray<store::PassageMeta>& metas) const {
  PageArray<store::PassageMeta> mapped;
  if (!mapped.map(file_->number(), header_.metas_at, header_.rows, room()))
    return false;
  metas = std::move(mapped);
  return true;
}

const PassageCopy::ChannelPart* PassageCopy::part_of(const store::Channel& channel) const {
  const auto parts = std::span(header_.parts).first(header_.channels);
  const auto part = std::ranges::find_if(parts, [&](const ChannelPart& each) {
    return each.number == channel.number && each.identity == identity_hash(channel) &&
           each.dimension == channel.dimension;
  });
  return part == parts.end() ? nullptr : &*part;
}

bool PassageCopy::is_whole() const {
  const auto is = [&](std::uint64_t at, std::uint64_t size, std::uint64_t check) {
    PageMemory part;
    return part.map(file_->number(), at, size, size) &&
           hash_of(bytes_of(part.data(), size)) == check;
  };
  return is(header_.metas_at, header_.rows * sizeof(store::PassageMeta), header_.metas_check) &&
         std::ranges::all_of(std::span(header_.parts).first(header_.channels),
                             [&](const ChannelPart& part) {
                               return is(part.heads_at, header_.rows * sizeof(store::VectorHead),
                                         part.heads_check) &&
                                      is(part.rows_at, header_.rows * part.stride, part.rows_check);
                             });
}

bool PassageCopy::map(const store::Channel& channel, Vectors& vectors) const {
  const ChannelPart* part = part_of(channel);
  if (!part)
    return false;
  PageArray<store::VectorHead> heads;
  index::Flat rows(channel.dimension);
  if (!heads.map(file_->number(), part->heads_at, header_.rows, room()) ||
      !rows.map(file_->number(), part->rows_at, header_.rows, room()))
    return false;
  vectors.heads = std::move(heads);
  vectors.rows = std::move(rows);
  vectors.seen = part->seen;
  return true;
}

Result<fs::path> PassageCopy::write(const fs::path& file, std::int64_t number, std::int64_t seen,
                                    const PageArray<store::PassageMeta>& metas,
                                    std::span<const Vectors* const> channels) {
  Header header{};
  header.magic = magic;
  header.number = number;
  header.seen = seen;
  header.rows = metas.size();
  for (const Vectors* vectors : channels) {
    assert(vectors->rows.size() == header.rows && vectors->heads.size() == header.rows);
    if (header.channels == max_channels)
      break;
    ChannelPart& part = header.parts[header.channels++];
    part.number = vectors->channel.number;
    part.seen = vectors->seen;
    part.identity = identity_hash(vectors->channel);
    part.dimension = vectors->channel.dimension;
    part.heads_check = hash_of(heads_of(*vectors));
    part.rows_check = hash_of(rows_of(*vectors));
  }
  header.metas_check = hash_of(bytes_of(metas.data(), header.rows));
  if (header.rows == 0 || header.channels == 0 || !lay_out(header))
    return Failure(missing("there are no vectors to copy"));
  header.check = check_of(header);

  const fs::path beside = file.native() + ".new";
  Descriptor descriptor(TRY(open_new(beside)));
  Parts parts(descriptor.number());
  bool done = parts.put(bytes_of(&header, 1)) && parts.put(bytes_of(metas.data(), header.rows));
  for (const Vectors* vectors : channels.first(header.channels))
    done = done && parts.put(heads_of(*vectors)) && parts.put(rows_of(*vectors));
  if (!done || ::ftruncate(descriptor.number(), static_cast<off_t>(header.size)) != 0 ||
      ::fsync(descriptor.number()) != 0) {
    Failure failure = cannot_write(beside);
    ::unlink(beside.c_str());
    return failure;
  }
  return beside;
}

}  // namespace aim::engine
