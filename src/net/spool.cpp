#include "net/spool.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <streambuf>

#include "base/platform/system.h"

namespace aim::net {
namespace {

constexpr std::size_t buffer_bytes = 64 * 1024;

Failure full(int error) {
  Error failure = unavailable("the body is too large for the temporary files of this machine",
                              "make room in the folder that TMPDIR names");
  failure.detail =
      std::string("temporary file: ") + std::strerror(error);  // NOLINT(concurrency-mt-unsafe)
  return Failure(std::move(failure));
}

Failure crowded() {
  return Failure(unavailable("too many large bodies are under way; try again in a moment", {}));
}

class SpoolReader : public std::streambuf {
 public:
  explicit SpoolReader(const Spool& spool) : spool_(spool), buffer_(buffer_bytes) {}

 protected:
  int_type underflow() override {
    const auto size = spool_.read(offset_, buffer_.data(), buffer_.size());
    if (!size || *size == 0)
      return traits_type::eof();
    offset_ += *size;
    setg(buffer_.data(), buffer_.data(), buffer_.data() + *size);
    return traits_type::to_int_type(*gptr());
  }
  // To the beginning only: for a second pass.
  pos_type seekpos(pos_type position, std::ios_base::openmode) override {
    if (position != pos_type(0))
      return pos_type(off_type(-1));
    offset_ = 0;
    setg(nullptr, nullptr, nullptr);
    return position;
  }
  pos_type seekoff(off_type offset, std::ios_base::seekdir from,
                   std::ios_base::openmode mode) override {
    return from == std::ios_base::beg ? seekpos(pos_type(offset), mode) : pos_type(off_type(-1));
  }

 private:
  const Spool& spool_;
  std::vector<char> buffer_;
  std::size_t offset_ = 0;
};

class SpoolWriter : public std::streambuf {
 public:
  explicit SpoolWriter(Spool& spool) : spool_(spool) {}

 protected:
  int_type overflow(int_type byte) override {
    if (traits_type::eq_int_type(byte, traits_type::eof()))
      return traits_type::not_eof(byte);
    const char one = traits_type::to_char_type(byte);
    return spool_.write({&one, 1}) ? byte : traits_type::eof();
  }
  std::streamsize xsputn(const char* bytes, std::streamsize size) override {
    return spool_.write({bytes, static_cast<std::size_t>(size)}) ? size : 0;
  }

 private:
  Spool& spool_;
};

// A stream that owns its buffer.
template <class Stream, class Buffer>
class Owning : public Stream {
 public:
  template <class S>
  explicit Owning(S& spool) : Stream(nullptr), buffer_(spool) {
    this->rdbuf(&buffer_);
  }

 private:
  Buffer buffer_;
};

}  // namespace

bool Spool::fits_in_memory(std::size_t more) {
  const std::size_t size = size_ + more;
  return in_memory() && size <= memory_bytes && memory_.set(size > free_bytes ? size : 0);
}

Result<void> Spool::write(std::string_view piece) {
  if (fits_in_memory(piece.size())) {
    text_.append(piece);
    size_ += piece.size();
    return {};
  }
  if (in_memory())
    TRY_VOID(move_to_file());
  if (!files_.take(piece.size(), alone_))
    return crowded();
  while (!piece.empty()) {
    const ssize_t written =
        ::pwrite(file_.number(), piece.data(), piece.size(), static_cast<off_t>(size_));
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return full(errno);
    size_ += static_cast<std::size_t>(written);
    piece.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

Result<void> Spool::move_to_file() {
  file_ = Descriptor(unnamed_file());
  if (!file_.valid())
    return full(errno);
  const std::string text = std::exchange(text_, {});
  size_ = 0;
  memory_.set(0);
  return write(text);
}

Result<std::size_t> Spool::read(std::size_t offset, char* into, std::size_t size) const {
  if (in_memory()) {
    const std::size_t from = std::min(offset, text_.size());
    const std::size_t taken = std::min(size, text_.size() - from);
    std::copy_n(text_.data() + from, taken, into);
    return taken;
  }
  for (;;) {
    const ssize_t taken = ::pread(file_.number(), into, size, static_cast<off_t>(offset));
    if (taken >= 0)
      return static_cast<std::size_t>(taken);
    if (errno != EINTR)
      return full(errno);
  }
}

Result<std::string> Spool::text() const {
  std::string whole(size_, '\0');
  std::size_t done = 0;
  while (done < size_) {
    const std::size_t taken = TRY(read(done, whole.data() + done, size_ - done));
    if (taken == 0)
      break;
    done += taken;
  }
  whole.resize(done);
  return whole;
}

std::unique_ptr<std::istream> Spool::reader() const {
  return std::make_unique<Owning<std::istream, SpoolReader>>(*this);
}

std::unique_ptr<std::ostream> Spool::writer() {
  return std::make_unique<Owning<std::ostream, SpoolWriter>>(*this);
}

}  // namespace aim::net
