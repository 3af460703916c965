// A copy of what a PassageIndex keeps of all passages, in a file beside the database: processes map
// it instead of each reading the database into memory of its own, and share its pages. It is
// disposable: without it, or with one of another database, all is read as ever.
//
// Which state it is of, the database says: who writes a copy draws a number for it, and puts that
// into the database (store::passages_copy) after it has read what it copies. A database with the
// number has had the state that was copied, wherever it was restored from or moved to, and what has
// changed since has higher change numbers.
//
// Format: one page with a Header; PassageMeta of all rows; for each channel the VectorHeads and the
// rows as index::Flat packs them. Each part begins at a whole page. Numbers as the machine has
// them.
//
// Knows: rows as they lie in memory, files. Must not know: SQL, questions.
// Threads: one at a time.
#pragma once
#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>

#include "base/descriptor.h"
#include "base/result.h"
#include "engine/vectors/channel_rows.h"

namespace aim::store {
struct Reader;
}

namespace aim::engine {

class PassageCopy {
 public:
  // Nothing where there is no such file, or it is of another number.
  static std::optional<PassageCopy> open(const std::filesystem::path& file, std::int64_t number);

  std::int64_t number() const { return header_.number; }
  // The one beside the database; nothing where there is none of its own.
  static Result<std::optional<PassageCopy>> of(store::Reader& reader, std::int64_t last_change);

  // The change numbers up to which it holds PassageMeta, and how many.
  std::int64_t seen() const { return header_.seen; }
  std::size_t rows() const { return header_.rows; }
  bool has(const store::Channel& channel) const { return part_of(channel) != nullptr; }
  // Whether its parts are as they were written; reads all of it.
  bool is_whole() const;
  // With room for some more. False: it could not be mapped, and they are as they were.
  bool map(PageArray<store::PassageMeta>& metas) const;
  // Heads, rows and `seen` of this channel; false where it has none. Scales are not set.
  bool map(const store::Channel& channel, Vectors& vectors) const;

  // Writes one beside `file`, under the name that is given back, and syncs it: the caller puts it
  // in its place while it notes the number. Not found: there is nothing to copy. Errors:
  // unavailable; conflict while another process writes one.
  static Result<std::filesystem::path> write(const std::filesystem::path& file, std::int64_t number,
                                             std::int64_t seen,
                                             const PageArray<store::PassageMeta>& metas,
                                             std::span<const Vectors* const> channels);

 private:
  static constexpr std::size_t max_channels = 4;
  struct ChannelPart {
    std::int64_t number, seen;
    std::uint64_t identity;  // hash of model and engine
    std::uint64_t dimension, stride;
    std::uint64_t heads_at, rows_at;  // bytes from the beginning
    std::uint64_t heads_check, rows_check;
  };
  struct Header {
    std::array<char, 8> magic;
    std::int64_t number, seen;
    std::uint64_t rows, channels, size;  // size: of the file
    std::uint64_t metas_at, metas_check;
    std::array<ChannelPart, max_channels> parts;
    std::uint64_t check;  // hash of all before
  };
  static constexpr std::array<char, 8> magic{'A', 'I', 'M', 'P', 'A', 'S', 'S', '1'};

  PassageCopy(int file, const Header& header)
      : file_(std::make_unique<Descriptor>(file)), header_(header) {}
  static std::uint64_t check_of(const Header& header);
  static bool lay_out(Header& header);
  const ChannelPart* part_of(const store::Channel& channel) const;
  std::size_t room() const;

  std::unique_ptr<Descriptor> file_;
  Header header_;
};

}  // namespace aim::engine
