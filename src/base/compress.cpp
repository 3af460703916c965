#include "base/compress.h"

#include <zlib.h>
#include <zstd.h>

#include <new>

namespace aim {
namespace {

template <auto Free>
struct FreeBy {
  template <class T>
  void operator()(T* object) const {
    Free(object);
  }
};
using Compressor = std::unique_ptr<ZSTD_CCtx, FreeBy<ZSTD_freeCCtx>>;
using Expander = std::unique_ptr<ZSTD_DCtx, FreeBy<ZSTD_freeDCtx>>;

template <class T>
T made(T context) {
  if (!context)
    throw std::bad_alloc();
  return context;
}

// Contexts are megabytes: one a thread serves all of its calls. A new frame forgets the prefix of
// the last.
ZSTD_CCtx* compressor() {
  thread_local const Compressor context = made(Compressor(ZSTD_createCCtx()));
  return context.get();
}
ZSTD_DCtx* expander() {
  thread_local const Expander context = made(Expander(ZSTD_createDCtx()));
  return context.get();
}

}  // namespace

std::string compress(std::string_view text, std::string_view before, Effort effort) {
  ZSTD_CCtx* const context = compressor();
  ZSTD_CCtx_reset(context, ZSTD_reset_session_and_parameters);
  ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, static_cast<int>(effort));
  // The length is the caller's to keep, and not kept a second time.
  ZSTD_CCtx_setParameter(context, ZSTD_c_contentSizeFlag, 0);
  if (!before.empty())
    ZSTD_CCtx_refPrefix(context, before.data(), before.size());
  std::string out(ZSTD_compressBound(text.size()), '\0');
  const std::size_t size =
      ZSTD_compress2(context, out.data(), out.size(), text.data(), text.size());
  // The space is as large as it ever needs to be: only memory can be missing.
  if (ZSTD_isError(size) != 0)
    throw std::bad_alloc();
  out.resize(size);
  return out;
}

Result<std::string> expand(std::string_view compressed, std::string_view before,
                           std::size_t bytes) {
  if (bytes > max_expanded_bytes)
    return Failure(database_error("a compressed text claims to be too long"));
  ZSTD_DCtx* const context = expander();
  ZSTD_DCtx_reset(context, ZSTD_reset_session_and_parameters);
  if (!before.empty())
    ZSTD_DCtx_refPrefix(context, before.data(), before.size());
  std::string out(bytes, '\0');
  const std::size_t size =
      ZSTD_decompressDCtx(context, out.data(), out.size(), compressed.data(), compressed.size());
  if (ZSTD_isError(size) != 0 || size != bytes)
    return Failure(database_error("a compressed text does not expand to what it should"));
  return out;
}

Result<std::string> expand_gzip(std::string_view compressed) {
  constexpr int gzip_windows = 16 + MAX_WBITS;
  constexpr std::size_t at_once = 65'536;
  z_stream stream{};
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(compressed.data()));
  stream.avail_in = static_cast<uInt>(compressed.size());
  int done = ::inflateInit2(&stream, gzip_windows);
  std::string text;
  while (done == Z_OK && text.size() < max_expanded_bytes) {
    const std::size_t from = text.size();
    text.resize(from + at_once);
    stream.next_out = reinterpret_cast<Bytef*>(text.data() + from);
    stream.avail_out = static_cast<uInt>(at_once);
    done = ::inflate(&stream, Z_NO_FLUSH);
    text.resize(text.size() - stream.avail_out);
  }
  ::inflateEnd(&stream);
  if (done != Z_STREAM_END)
    return Failure(database_error("bytes of gzip are damaged or too long"));
  return text;
}

}  // namespace aim
