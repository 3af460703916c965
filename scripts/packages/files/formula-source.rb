class AiMemorySource < Formula
  desc "Persistent memory for AI assistants, built from its source"
  homepage "@url@"
  url "@source@"
  sha256 "@sum@"
  license "Apache-2.0"

  depends_on "cmake" => :build
  depends_on "cli11" => :build
  depends_on "ninja" => :build
  depends_on "pkgconf" => :build
  depends_on "tl-expected" => :build
  depends_on "tomlplusplus" => :build
  depends_on "boost"
  depends_on "curl"
  depends_on "fmt"
  depends_on "libedit"
  depends_on "libpq"
  depends_on "libsodium"
  # macOS: docs/platforms.md of the source says what stands in the way.
  depends_on :linux
  depends_on "minizip"
  depends_on "openssl@3"
  depends_on "snowball"
  depends_on "spdlog"
  depends_on "utf8proc"
  depends_on "zlib"
  depends_on "zstd"

  conflicts_with "ai-memory", because: "both install the program ai-memory"

  def install
    system "cmake", "--preset", "release"
    system "cmake", "--build", "--preset", "release", "--target", "ai-memory"
    bin.install "build/release/ai-memory"
    (man1/"ai-memory.1").write Utils.safe_popen_read(bin/"ai-memory", "man")
    generate_completions_from_executable(bin/"ai-memory", "completions")
  end

  service do
    run [opt_bin/"ai-memory", "serve"]
    keep_alive crashed: true
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/ai-memory --version")
  end
end
