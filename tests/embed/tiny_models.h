// Two tiny models of random numbers as folders, as a hub would publish them: the same numbers that
// tiny_models.py makes.
#pragma once
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace aim::embed {

inline constexpr std::string_view tiny_pieces =
    "[PAD] [UNK] [CLS] [SEP] [MASK] the user likes dark mode and tea in paris is a . , ? ! : _ "
    "search query document "
    "##s ##ing ##ed walk talk cat dog run ##ner b c d e ##a ##b ##c ##d ##e ";

inline std::vector<std::string> tiny_texts() {
  std::vector<std::string> out{
      "the user likes dark mode.", "tea in paris", "walking talked cats runner!", "a", "",
      "The cat, the dog: RUN?"};
  std::string many, pairs;
  for (int i = 0; i < 40; ++i) many += "the ";
  for (int i = 0; i < 14; ++i) pairs += "walk talk ";
  out.push_back(many);
  out.push_back(pairs);
  return out;
}

// Collects tensors as a safetensors file.
class TinyTensors {
 public:
  explicit TinyTensors(std::uint64_t seed) : state_(seed) {}

  void tensor(const std::string& name, float scale, std::vector<std::size_t> shape,
              float around = 0) {
    std::size_t count = 1;
    std::string sizes;
    for (const std::size_t size : shape) {
      count *= size;
      sizes.append(sizes.empty() ? "" : ",").append(std::to_string(size));
    }
    const std::size_t begin = data_.size();
    for (std::size_t i = 0; i < count; ++i) {
      state_ = state_ * 6364136223846793005U + 1442695040888963407U;
      const float value = around + (static_cast<float>(state_ >> 48) - 32768.0F) / 32768.0F * scale;
      data_.append(reinterpret_cast<const char*>(&value), sizeof value);
    }
    table_ += (table_.empty() ? "{\"" : ",\"") + name + R"(":{"dtype":"F32","shape":[)" + sizes +
              R"(],"data_offsets":[)" + std::to_string(begin) + "," + std::to_string(data_.size()) +
              "]}";
  }
  void norm(const std::string& name, std::size_t width) {
    tensor(name + ".weight", 0.25F, {width}, 1);
    tensor(name + ".bias", 0.25F, {width});
  }
  void linear(const std::string& name, std::size_t outputs, std::size_t depth, bool bias) {
    tensor(name + ".weight", 0.25F, {outputs, depth});
    if (bias)
      tensor(name + ".bias", 0.25F, {outputs});
  }
  std::string file() const {
    const std::string table = table_ + "}";
    const std::uint64_t size = table.size();
    return std::string(reinterpret_cast<const char*>(&size), sizeof size) + table + data_;
  }

 private:
  std::uint64_t state_;
  std::string table_, data_;
};

inline std::string tiny_bert_tensors() {
  TinyTensors out(1);
  out.tensor("bert.embeddings.word_embeddings.weight", 1, {43, 64});
  out.tensor("bert.embeddings.position_embeddings.weight", 0.5F, {48, 64});
  out.tensor("bert.embeddings.token_type_embeddings.weight", 0.5F, {2, 64});
  out.norm("bert.embeddings.LayerNorm", 64);
  for (const char* layer : {"0", "1"}) {
    const std::string name = std::string("bert.encoder.layer.") + layer + ".";
    for (const char* part : {"query", "key", "value"})
      out.linear(name + "attention.self." + part, 64, 64, true);
    out.linear(name + "attention.output.dense", 64, 64, true);
    out.norm(name + "attention.output.LayerNorm", 64);
    out.linear(name + "intermediate.dense", 128, 64, true);
    out.linear(name + "output.dense", 64, 128, true);
    out.norm(name + "output.LayerNorm", 64);
  }
  return out.file();
}

inline std::string tiny_nomic_tensors() {
  TinyTensors out(2);
  out.tensor("embeddings.word_embeddings.weight", 1, {45, 128});
  out.tensor("embeddings.token_type_embeddings.weight", 0.5F, {2, 128});
  out.norm("emb_ln", 128);
  for (const char* layer : {"0", "1"}) {
    const std::string name = std::string("encoder.layers.") + layer + ".";
    out.linear(name + "attn.Wqkv", 384, 128, false);
    out.linear(name + "attn.out_proj", 128, 128, false);
    out.norm(name + "norm1", 128);
    out.linear(name + "mlp.fc11", 192, 128, false);
    out.linear(name + "mlp.fc12", 192, 128, false);
    out.linear(name + "mlp.fc2", 128, 192, false);
    out.norm(name + "norm2", 128);
  }
  return out.file();
}

inline constexpr std::string_view tiny_bert_config =
    R"({"model_type":"bert","vocab_size":43,"hidden_size":64,"num_hidden_layers":2,"num_attention_heads":2,)"
    R"("intermediate_size":128,"max_position_embeddings":48,"layer_norm_eps":1e-12,"hidden_act":"gelu"})";
inline constexpr std::string_view tiny_unigram =
    R"({"pre_tokenizer":{"type":"Sequence","pretokenizers":[{"type":"WhitespaceSplit"},)"
    R"({"type":"Metaspace","replacement":"▁","prepend_scheme":"always"}]},)"
    R"("post_processor":{"type":"RobertaProcessing","sep":["</s>",1],"cls":["<s>",0]},)"
    R"("model":{"type":"Unigram","unk_id":2,"vocab":[["<s>",0],["</s>",0],["<unk>",0],["▁",-2],)"
    R"(["▁tea",-3],["▁in",-3],["▁paris",-4],["a",-5]]}})";
inline constexpr std::string_view tiny_first_pooling =
    R"({"word_embedding_dimension":64,"pooling_mode_cls_token":true,"pooling_mode_mean_tokens":false})";
inline constexpr std::string_view tiny_nomic_config =
    R"({"model_type":"nomic_bert","vocab_size":45,"n_embd":128,"n_layer":2,"n_head":2,"n_inner":192,"n_positions":64,)"
    R"("layer_norm_epsilon":1e-12,"rotary_emb_base":1000,"rotary_emb_fraction":1.0,"rotary_emb_interleaved":false,)"
    R"("activation_function":"swiglu","prenorm":false})";

inline void write_text(const std::filesystem::path& file, std::string_view text) {
  std::ofstream(file, std::ios::binary) << text;
}

inline void write_model(const std::filesystem::path& folder, std::string_view config,
                        std::string_view tensors) {
  std::filesystem::create_directories(folder);
  write_text(folder / "config.json", config);
  write_text(folder / "model.safetensors", tensors);
  std::string lines;
  for (const char letter : tiny_pieces) lines += letter == ' ' ? '\n' : letter;
  write_text(folder / "vocab.txt", lines);
}

}  // namespace aim::embed
