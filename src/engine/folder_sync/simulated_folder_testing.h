// For tests: a folder that devices share by something that is slow and makes mistakes. Each device
// sees a copy of its own; files come late, in any order, twice, half, under the name of a conflict,
// or not before they are written again; a listing may be an old one, and any write may fail.
#pragma once
#include <random>

#include "sync/folder.h"

namespace aim::engine::testing {

class Cloud;

class SimulatedFolder final : public sync::Folder {
 public:
  SimulatedFolder(Cloud& cloud, std::size_t device) : cloud_(cloud), device_(device) {}
  Result<std::vector<sync::FileInFolder>> list() override;
  Result<std::string> read(const std::string& name) override;
  Result<void> write(const std::string& name, std::string_view bytes) override;
  Result<void> remove(const std::string& name) override;

  std::map<std::string, std::string> files;
  std::vector<sync::FileInFolder> old;  // a listing of before

 private:
  Cloud& cloud_;
  std::size_t device_;
};

class Cloud {
 public:
  Cloud(std::size_t devices, std::uint32_t seed) : random(seed) {
    for (std::size_t i = 0; i < devices; ++i) folders.emplace_back(*this, i);
  }

  bool chance(int in_a_hundred) {
    return mistakes && static_cast<int>(random() % 100) < in_a_hundred;
  }

  void change(std::size_t from, const std::string& name, const std::string* bytes) {
    for (std::size_t to = 0; to < folders.size(); ++to)
      if (to != from)
        on_the_way.push_back({to, name, bytes ? *bytes : std::string(), bytes == nullptr});
  }

  // Some of what is on the way arrives, in any order; of one file a later state before an earlier
  // one too.
  void carry() {
    std::ranges::shuffle(on_the_way, random);
    std::vector<Change> left;
    for (Change& each : on_the_way) {
      if (chance(50)) {
        left.push_back(std::move(each));
        continue;
      }
      arrive(each);
      if (chance(10))
        left.push_back(std::move(each));  // it comes again
    }
    std::ranges::move(on_the_way_later, std::back_inserter(left));
    on_the_way_later.clear();
    on_the_way = std::move(left);
  }

  // From now on it does what it should: every device gets what each has written last.
  void heal() {
    mistakes = false;
    on_the_way.clear(), on_the_way_later.clear();
    std::map<std::string, std::string> all;
    for (std::size_t i = 0; i < folders.size(); ++i)
      for (const auto& [name, bytes] : folders[i].files)
        if (owners[name] == i)
          all[name] = bytes;
    for (SimulatedFolder& each : folders) each.files = all;
  }

  std::mt19937 random;
  std::vector<SimulatedFolder> folders;
  std::map<std::string, std::size_t> owners;  // the device that wrote it
  bool mistakes = true;

 private:
  struct Change {
    std::size_t to;
    std::string name, bytes;
    bool gone;
  };

  void arrive(const Change& change) {
    auto& files = folders[change.to].files;
    if (change.gone) {
      files.erase(change.name);
    } else if (chance(8)) {
      // Half of it; the rest comes later.
      files[change.name] = change.bytes.substr(0, change.bytes.size() / 2);
      on_the_way_later.push_back(change);
    } else if (chance(5)) {
      std::string other = change.name;
      other.insert(sync::name_digits, " (conflicted copy " + std::to_string(random() % 9) + ")");
      files[other] = change.bytes;
    } else if (chance(5)) {
      return;  // lost, until somebody writes it again
    } else {
      files[change.name] = change.bytes;
    }
  }

  std::vector<Change> on_the_way, on_the_way_later;
};

inline Result<std::vector<sync::FileInFolder>> SimulatedFolder::list() {
  if (!old.empty() && cloud_.chance(15))
    return old;
  std::vector<sync::FileInFolder> now;
  for (const auto& [name, bytes] : files) now.push_back({name, bytes.size()});
  if (old.empty() || cloud_.chance(50))
    old = now;
  return now;
}

inline Result<std::string> SimulatedFolder::read(const std::string& name) {
  const auto found = files.find(name);
  if (found == files.end())
    return Failure(missing("no such file"));
  return found->second;
}

inline Result<void> SimulatedFolder::write(const std::string& name, std::string_view bytes) {
  if (cloud_.chance(4))
    return Failure(unavailable("the folder is full", {}));
  cloud_.owners[name] = device_;
  const std::string text(bytes);
  // It may be lost here too, as soon as it is written.
  if (!cloud_.chance(2))
    files[name] = text;
  cloud_.change(device_, name, &text);
  if (cloud_.chance(4))  // the process ends here
    return Failure(unavailable("killed", {}));
  return {};
}

inline Result<void> SimulatedFolder::remove(const std::string& name) {
  files.erase(name);
  cloud_.change(device_, name, nullptr);
  return {};
}

}  // namespace aim::engine::testing
