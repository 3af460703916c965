#include "embed/tokenizer.h"

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <type_traits>

#include "base/utf8.h"
#include "embed/characters.h"

namespace aim::embed {
namespace {

constexpr std::size_t max_word_characters = 100;
constexpr std::size_t max_covered_pieces = 512;  // of a text: so many tell what it is made of

constexpr char32_t malformed = 0xFFFD;

// What words were cut into, of one thread: texts say the same ones again and again.
class MetWords {
 public:
  static constexpr std::size_t longest = 16, most_pieces = 4;
  // The bytes, filled up with zeros: no word has one, as the character is dropped from texts.
  using Key = std::array<std::uint64_t, 2>;

  struct Met {
    Key word{};
    std::uint64_t vocabulary = 0;  // the number of a Tokenizer; 0: nobody's
    std::array<std::uint32_t, most_pieces> pieces{};
    std::uint8_t count = 0;
    std::uint8_t spelt = 0;  // pieces of one character
  };
  static_assert(std::is_aggregate_v<Met> && std::is_trivially_destructible_v<Met>);

  static MetWords& of_this_thread() {
    thread_local MetWords words;
    return words;
  }

  // Where the word is kept, or may be put; null for one that is not kept. `key` is set to what it
  // is known by.
  Met* place_of(std::string_view word, std::uint64_t vocabulary, Key& key) {
    if (word.size() > longest || !words_)
      return nullptr;
    key = {};
    std::memcpy(key.data(), word.data(), word.size());
    const std::uint64_t mixed = (key[0] ^ (key[1] * 0x9E3779B97F4A7C15U)) * 0xD6E8FEB86659FD93U;
    Met* const pair =
        &words_[static_cast<std::size_t>(mixed >> (64U - place_bits)) & ~std::size_t{1}];
    if (is_of(pair[0], key, vocabulary))
      return pair;
    if (is_of(pair[1], key, vocabulary))
      return pair + 1;
    // The older of the two goes.
    pair[1] = pair[0];
    return pair;
  }
  static bool is_of(const Met& met, const Key& key, std::uint64_t vocabulary) {
    return met.word[0] == key[0] && met.word[1] == key[1] && met.vocabulary == vocabulary;
  }

 private:
  static constexpr unsigned place_bits = 12;
  struct Free {
    void operator()(Met* words) const { std::free(words); }
  };
  // Cleared by the system, a page at its first use: who embeds one question uses few of them.
  std::unique_ptr<Met[], Free> words_{
      static_cast<Met*>(std::calloc(std::size_t{1} << place_bits, sizeof(Met)))};
};

// Cuts a text into words, and words into pieces.
class Cutter {
 public:
  struct Of {
    const Vocabulary& vocabulary;
    std::uint64_t number;
    std::uint32_t unknown;
  };
  Cutter(const Of& of, std::size_t max_size, std::vector<std::uint32_t>& out)
      : vocabulary_(of.vocabulary),
        number_(of.number),
        unknown_(of.unknown),
        max_size_(max_size),
        out_(out) {}

  void run(std::string_view text) {
    for (std::size_t at = 0; at < text.size() && out_.size() < max_size_;) {
      const auto byte = static_cast<unsigned char>(text[at]);
      if (is_letter(byte)) {
        const std::size_t begin = at;
        for (++at; at < text.size() && is_letter(static_cast<unsigned char>(text[at])); ++at) {
        }
        add_letters(text.substr(begin, at - begin));
      } else if (byte < 0x80) {
        ++at;
        take_ascii(byte);
      } else {
        take(utf8::next(text, at));
      }
    }
    end_word();
    if (out_.size() > max_size_)
      out_.resize(max_size_);
  }

  // Characters of the words so far, punctuation aside; of those in pieces that mean something; of
  // words of one piece.
  struct Letters {
    std::size_t all = 0, known = 0, whole = 0;
  };
  Letters letters() const { return letters_; }

 private:
  void take_ascii(unsigned char byte) {
    static const std::array<CharacterKind, 0x80> kinds = [] {
      std::array<CharacterKind, 0x80> out{};
      for (char32_t character = 0; character < out.size(); ++character)
        out[character] = kind_of(character);
      return out;
    }();
    const bool upper = byte >= 'A' && byte <= 'Z';
    add(kinds[byte], upper ? byte | 0x20U : byte);
  }

  static bool is_letter(unsigned char byte) {
    const auto letter = static_cast<unsigned char>(byte | 0x20U);
    return (letter >= 'a' && letter <= 'z') || (byte >= '0' && byte <= '9');
  }

  // Letters and digits of ASCII.
  void add_letters(std::string_view letters) {
    const std::size_t kept =
        std::min(letters.size(), max_word_characters - std::min(characters_, max_word_characters));
    const std::size_t before = word_.size();
    word_.append(letters.substr(0, kept));
    // Digits have that bit already.
    for (std::size_t i = before; i < word_.size(); ++i)
      word_[i] = static_cast<char>(word_[i] | 0x20);
    characters_ += letters.size();
  }

  void take(char32_t character) {
    if (character == malformed)
      return;
    const CharacterKind kind = kind_of(character);
    if (kind == CharacterKind::blank || kind == CharacterKind::dropped)
      return add(kind, character);
    if (kind == CharacterKind::ideograph)
      end_word();
    const FoldedCharacter folded = fold(character);
    for (std::size_t i = 0; i < folded.size; ++i)
      add(kind_of(folded.characters[i]), folded.characters[i]);
    if (kind == CharacterKind::ideograph)
      end_word();
  }

  void add(CharacterKind kind, char32_t character) {
    if (kind == CharacterKind::dropped)
      return;
    if (kind == CharacterKind::blank || kind == CharacterKind::punctuation)
      end_word();
    if (kind == CharacterKind::blank)
      return;
    // What is longer than any word may be needs not be kept.
    if (++characters_ > max_word_characters) {
    } else if (character < 0x80) {
      word_ += static_cast<char>(character);
    } else {
      utf8::append(word_, character);
    }
    if (kind == CharacterKind::punctuation)
      end_word(false);
  }

  void end_word(bool of_letters = true) {
    if (characters_ == 0)
      return;
    const std::size_t before = out_.size();
    spelt_ = 0;
    const bool known = characters_ <= max_word_characters && cut_known_word();
    if (!known) {
      out_.resize(before);
      out_.push_back(unknown_);
    }
    if (of_letters) {
      letters_.all += characters_;
      letters_.known += known ? characters_ - spelt_ : 0;
      letters_.whole += known && out_.size() == before + 1 ? characters_ : 0;
    }
    word_.clear();
    characters_ = 0;
  }

  // As cut_word(), of which it remembers what came of it.
  bool cut_known_word() {
    MetWords::Key key;
    MetWords::Met* const met = met_.place_of(word_, number_, key);
    if (met && MetWords::is_of(*met, key, number_)) {
      out_.insert(out_.end(), met->pieces.begin(), met->pieces.begin() + met->count);
      spelt_ = met->spelt;
      return true;
    }
    const std::size_t before = out_.size();
    if (!cut_word())
      return false;
    const std::size_t count = out_.size() - before;
    if (met && count <= MetWords::most_pieces) {
      *met = {
          key, number_, {}, static_cast<std::uint8_t>(count), static_cast<std::uint8_t>(spelt_)};
      std::copy_n(out_.begin() + static_cast<std::ptrdiff_t>(before), count, met->pieces.begin());
    }
    return true;
  }

  // Always the longest piece that fits. False: some part of the word is none.
  bool cut_word() {
    for (std::size_t begin = 0; begin < word_.size();) {
      const std::size_t length = longest_piece(std::string_view(word_).substr(begin), begin > 0);
      if (length == 0)
        return false;
      const std::string_view piece = std::string_view(word_).substr(begin, length);
      if (length < word_.size() && std::ranges::count_if(piece, utf8::begins_character) == 1)
        ++spelt_;
      begin += length;
    }
    return true;
  }

  std::size_t longest_piece(std::string_view rest, bool continues) {
    std::array<std::uint32_t, 4 * max_word_characters> hashes;
    PieceHash hash(continues);
    for (std::size_t i = 0; i < rest.size(); ++i) {
      hash.add(rest[i]);
      hashes[i] = hash.value();
    }
    for (std::size_t length = rest.size(); length > 0; --length) {
      if (length < rest.size() && !utf8::begins_character(rest[length]))
        continue;
      if (const auto id = vocabulary_.find(rest.substr(0, length), continues, hashes[length - 1])) {
        out_.push_back(*id);
        return length;
      }
    }
    return 0;
  }

  const Vocabulary& vocabulary_;
  std::uint64_t number_;
  std::uint32_t unknown_;
  std::size_t max_size_;
  std::vector<std::uint32_t>& out_;
  MetWords& met_ = MetWords::of_this_thread();
  std::string word_;
  std::size_t characters_ = 0;  // of the word, also those not kept
  std::size_t spelt_ = 0;       // of the word, in pieces of one character
  Letters letters_;
};

}  // namespace

Tokenizer::Tokenizer(Vocabulary vocabulary) : vocabulary_(vocabulary) {
  static std::atomic<std::uint64_t> last = 0;
  number_ = ++last;
}

Result<Tokenizer> Tokenizer::over(Vocabulary vocabulary) {
  Tokenizer out(vocabulary);
  for (const std::string_view written : {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"})
    if (const auto id = vocabulary.find(written, false))
      out.specials_.push_back({written, *id});
  const auto unknown = vocabulary.find("[UNK]", false);
  const auto begin = vocabulary.find("[CLS]", false);
  const auto end = vocabulary.find("[SEP]", false);
  if (!unknown || !begin || !end)
    return Failure(
        unavailable("the vocabulary has no [UNK], [CLS] or [SEP]", "obtain the model again"));
  out.unknown_ = *unknown;
  out.begin_ = *begin;
  out.end_ = *end;
  return out;
}

void Tokenizer::append_pieces(std::string_view text, std::size_t max_size,
                              std::vector<std::uint32_t>& out) const {
  Cutter cutter({vocabulary_, number_, unknown_}, max_size, out);
  std::size_t done = 0;
  for (std::size_t at = text.find('['); at != text.npos && out.size() < max_size;
       at = text.find('[', at)) {
    const auto special = std::ranges::find_if(
        specials_, [&](const Special& each) { return text.substr(at).starts_with(each.written); });
    if (special == specials_.end()) {
      ++at;
      continue;
    }
    cutter.run(text.substr(done, at - done));
    if (out.size() < max_size)
      out.push_back(special->id);
    done = at += special->written.size();
  }
  cutter.run(text.substr(done));
}

Coverage Tokenizer::coverage(std::string_view text) const {
  std::vector<std::uint32_t> pieces;
  Cutter cutter({vocabulary_, number_, unknown_}, max_covered_pieces, pieces);
  cutter.run(text);
  const auto letters = cutter.letters();
  if (letters.all == 0)
    return {};
  const auto all = static_cast<double>(letters.all);
  return {static_cast<double>(letters.known) / all, static_cast<double>(letters.whole) / all};
}

std::vector<std::uint32_t> Tokenizer::encode(std::string_view text, std::size_t max_tokens) const {
  std::vector<std::uint32_t> out{begin_};
  append_pieces(text, std::max<std::size_t>(max_tokens, 2) - 1, out);
  out.push_back(end_);
  return out;
}

}  // namespace aim::embed
