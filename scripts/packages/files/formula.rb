class AiMemory < Formula
  desc "Persistent memory for AI assistants"
  homepage "@url@"
  version "@version@"
  license "Apache-2.0"

  # macOS: docs/platforms.md of the source says what stands in the way.
  depends_on :linux

  on_linux do
@blocks@
  end

  def install
    bin.install "bin/ai-memory"
    man1.install "share/man/man1/ai-memory.1"
    bash_completion.install "share/bash-completion/completions/ai-memory"
    zsh_completion.install "share/zsh/site-functions/_ai-memory"
    fish_completion.install "share/fish/vendor_completions.d/ai-memory.fish"
    doc.install Dir["share/doc/ai-memory/*"]
  end

  service do
    run [opt_bin/"ai-memory", "serve"]
    keep_alive crashed: true
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/ai-memory --version")
  end
end
