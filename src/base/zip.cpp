#include "base/zip.h"

#include <minizip/unzip.h>
#include <zlib.h>

#include <fstream>

#include "base/ascii.h"

namespace aim {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t mebibyte = 1'048'576;
constexpr std::uint64_t max_name_bytes = 1'024;
constexpr std::uint64_t max_names_bytes = 16 * mebibyte;  // maximum of all entries together
constexpr std::uint64_t max_ratio = 1'000;                // deflate's own bound is a little more
constexpr std::uint64_t free_of_ratio = 64 * mebibyte;
constexpr std::size_t read_at_once = 256 * 1'024;

bool leads_out(std::string_view name) {
  if (name.starts_with('/') || name.find('\\') != name.npos || name.find('\0') != name.npos)
    return true;
  while (!name.empty())
    if (ascii::take_part(name, '/') == "..")
      return true;
  return false;
}

}  // namespace

std::string gunzip(std::string_view bytes) {
  constexpr int with_header = 16;
  constexpr std::size_t at_once = 64 * 1024;
  z_stream stream{};
  if (inflateInit2(&stream, MAX_WBITS + with_header) != Z_OK)
    return {};
  // zlib reads through it, and writes nothing there.
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  std::string text;
  int status = Z_OK;
  while (status == Z_OK) {
    const std::size_t had = text.size();
    text.resize(had + at_once);
    stream.next_out = reinterpret_cast<Bytef*>(text.data() + had);
    stream.avail_out = at_once;
    status = inflate(&stream, Z_NO_FLUSH);
    text.resize(had + at_once - stream.avail_out);
  }
  inflateEnd(&stream);
  return status == Z_STREAM_END ? text : std::string();
}

bool is_zip(const fs::path& file) {
  std::array<char, 4> begin{};
  std::ifstream opened(file, std::ios::binary);
  opened.read(begin.data(), begin.size());
  return opened &&
         std::string_view(begin.data(), begin.size()) == std::string_view("PK\x03\x04", 4);
}

bool ZipEntry::folded_too_tightly() const {
  return bytes > free_of_ratio && bytes / max_ratio > packed_bytes;
}

void ZipFile::Close::operator()(void* opened) const {
  ::unzClose(opened);
}

ZipFile::ZipFile(fs::path file, void* opened) : file_(std::move(file)), archive_(opened) {}

Result<ZipFile> ZipFile::open(const fs::path& file) {
  ZipFile zip(file, ::unzOpen64(file.string().c_str()));
  if (!zip.archive_)
    return zip.refused("is no zip archive that can be read");
  return zip;
}

Failure ZipFile::refused(std::string_view what) const {
  return Failure(invalid(file_.string() + " " + std::string(what)));
}

Result<void> ZipFile::list(std::uint64_t most,
                           const std::function<Result<void>(ZipEntry entry)>& take) const {
  unz_global_info64 info{};
  if (::unzGetGlobalInfo64(archive_.get(), &info) != UNZ_OK)
    return refused("is damaged");
  if (info.number_entry > most)
    return refused("has more than " + std::to_string(most) + " entries");
  std::uint64_t names = 0;
  for (ZPOS64_T left = info.number_entry; left > 0; --left) {
    const bool first = left == info.number_entry;
    if ((first ? ::unzGoToFirstFile(archive_.get()) : ::unzGoToNextFile(archive_.get())) != UNZ_OK)
      return refused("is damaged");
    ZipEntry entry = TRY(current());
    names += entry.name.size();
    if (names > max_names_bytes)
      return refused("has names of more than 16 MiB together");
    TRY_VOID(take(std::move(entry)));
  }
  return {};
}

Result<ZipEntry> ZipFile::current() const {
  unz_file_info64 info{};
  ZipEntry entry;
  std::array<char, max_name_bytes> name{};
  if (::unzGetCurrentFileInfo64(archive_.get(), &info, name.data(), name.size(), nullptr, 0,
                                nullptr, 0) != UNZ_OK)
    return refused("is damaged");
  if (info.size_filename >= max_name_bytes)
    return refused("has an entry with an overlong name");
  // No more memory than it needs: there may be very many.
  entry.name.assign(name.data(), info.size_filename);
  if (leads_out(entry.name))
    return refused("has an entry whose name leads out of it; it is not to be trusted");
  entry.bytes = info.uncompressed_size;
  entry.packed_bytes = info.compressed_size;
  entry.readable = (info.flag & 1U) == 0 &&
                   (info.compression_method == 0 || info.compression_method == Z_DEFLATED);
  unz64_file_pos at{};
  if (::unzGetFilePos64(archive_.get(), &at) != UNZ_OK)
    return refused("is damaged");
  entry.place = at.pos_in_zip_directory;
  entry.number = at.num_of_file;
  return entry;
}

Result<void> ZipFile::read(const ZipEntry& entry,
                           const std::function<Result<void>(std::string_view piece)>& take) const {
  if (!entry.readable)
    return refused("is encrypted or packed in an unknown way");
  if (entry.folded_too_tightly())
    return refused("says that " + entry.name.substr(entry.name.rfind('/') + 1) + " has " +
                   std::to_string(entry.bytes) + " bytes, which cannot be");
  unz64_file_pos at{entry.place, entry.number};
  if (::unzGoToFilePos64(archive_.get(), &at) != UNZ_OK ||
      ::unzOpenCurrentFile(archive_.get()) != UNZ_OK)
    return refused("is damaged");
  std::vector<char> piece(read_at_once);
  std::uint64_t done = 0;
  Result<void> result;
  while (result) {
    const int got =
        ::unzReadCurrentFile(archive_.get(), piece.data(), static_cast<unsigned>(piece.size()));
    if (got <= 0) {
      if (got < 0 || done != entry.bytes)
        result = refused("is damaged");
      break;
    }
    done += static_cast<std::uint64_t>(got);
    result = done > entry.bytes ? Result<void>(refused("is damaged"))
                                : take({piece.data(), static_cast<std::size_t>(got)});
  }
  // Closing checks the CRC of what was read.
  if (::unzCloseCurrentFile(archive_.get()) != UNZ_OK && result)
    return refused("is damaged");
  return result;
}

}  // namespace aim
