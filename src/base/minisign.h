// Signatures of files in minisign's form: an Ed25519 signature of the file's BLAKE2b hash, and a
// second one that also covers a comment. Only checked here; people sign with minisign.
// Must not know: what the file is for.
// Errors: validation_failed, with what does not fit. Threads: any.
#pragma once
#include <string_view>

#include "base/result.h"

namespace aim {

// `public_key` is the line of base64 in minisign.pub, `signature` the text of FILE.minisig.
Result<void> check_minisign(std::string_view public_key, std::string_view signature,
                            std::string_view content);

}  // namespace aim
