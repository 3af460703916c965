#include "store/table_rows.h"

namespace aim::store {
namespace {

constexpr Column number_of(std::string_view name) {
  return {name, Column::Form::integer};
}
constexpr Column real_of(std::string_view name) {
  return {name, Column::Form::real};
}

constexpr std::array meta{Column{"name"}, Column{"value"}};
constexpr std::array namespaces{number_of("number"), Column{"name"}, number_of("memories"),
                                number_of("bytes")};
constexpr std::array memories{number_of("key"),
                              Column{"id"},
                              number_of("seq"),
                              number_of("namespace"),
                              number_of("tier"),
                              number_of("priority"),
                              number_of("reinforcement"),
                              real_of("confidence"),
                              Column{"source"},
                              number_of("created_at"),
                              number_of("updated_at"),
                              number_of("expires_at"),
                              Column{"given_times"},
                              number_of("length_code"),
                              Column{"title"},
                              Column{"tags"},
                              Column{"metadata"},
                              Column{"content"},
                              number_of("kind"),
                              number_of("reflection_depth"),
                              number_of("deadline")};
constexpr std::array usage{number_of("key"), number_of("access_count"),
                           number_of("last_accessed_at")};
constexpr std::array links{number_of("source"),     number_of("target"),     Column{"relation"},
                           number_of("created_at"), number_of("valid_from"), Column{"given_times"}};
constexpr std::array link_tombstones{Column{"source"}, Column{"target"}, Column{"relation"},
                                     number_of("deleted_at")};
constexpr std::array lost_sources{number_of("reflection"), Column{"id"}, Column{"title"},
                                  number_of("lost_at")};
constexpr std::array archive{Column{"id"},
                             number_of("archived_at"),
                             Column{"reason"},
                             Column{"namespace"},
                             number_of("tier"),
                             number_of("priority"),
                             number_of("reinforcement"),
                             real_of("confidence"),
                             Column{"source"},
                             number_of("access_count"),
                             number_of("created_at"),
                             number_of("updated_at"),
                             number_of("last_accessed_at"),
                             number_of("expires_at"),
                             Column{"given_times"},
                             Column{"title"},
                             Column{"tags"},
                             Column{"metadata"},
                             Column{"content"},
                             number_of("kind"),
                             number_of("reflection_depth"),
                             Column{"source_ids"}};
constexpr std::array archived_links{
    Column{"archived"},      Column{"source"},        Column{"target"},     Column{"relation"},
    number_of("created_at"), number_of("valid_from"), Column{"given_times"}};
constexpr std::array standards{Column{"namespace"}, number_of("key"), Column{"parent"},
                               number_of("updated_at")};
constexpr std::array standard_tombstones{Column{"namespace"}, number_of("deleted_at")};
constexpr std::array tombstones{number_of("seq"), Column{"id"}, Column{"namespace"},
                                Column{"title"}, number_of("deleted_at")};
constexpr std::array signed_events{number_of("sequence"), number_of("at"),    Column{"type"},
                                   Column{"payload"},     Column{"previous"}, Column{"key"},
                                   Column{"signature"}};
constexpr std::array transcript_links{number_of("memory"), Column{"transcript"},
                                      number_of("span_start"), number_of("span_end"),
                                      number_of("remembered_at")};
constexpr std::array transcript_tombstones{Column{"id"}, number_of("deleted_at")};
constexpr std::array accesses{number_of("number"), number_of("at"),     Column{"kind"},
                              Column{"door"},      Column{"query"},     Column{"client"},
                              Column{"session"},   Column{"namespace"}, number_of("micros"),
                              number_of("tokens"), number_of("results")};
constexpr std::array access_log{number_of("key"), number_of("call"), number_of("place"),
                                real_of("score"), Column{"factors"}};
constexpr std::array golden_questions{
    number_of("number"),   Column{"question"},    Column{"namespace"},
    Column{"memory"},      number_of("added_at"), number_of("run_at"),
    number_of("run_rank"), real_of("run_score"),  Column{"run_setup"}};
constexpr std::array tokens{
    Column{"id"},           Column{"name"},  Column{"hash"},          number_of("administers"),
    Column{"read"},         Column{"write"}, number_of("created_at"), number_of("expires_at"),
    number_of("revoked_at")};
constexpr std::array namespace_keys{Column{"key"}, Column{"namespace"}, Column{"folder"},
                                    number_of("inode"), number_of("moved")};
constexpr std::array undo{number_of("number"), number_of("at"), Column{"action"},
                          number_of("changes"), Column{"items"}};
constexpr std::array versions{number_of("number"), number_of("until"),   Column{"change"},
                              Column{"id"},        number_of("version"), Column{"state"},
                              Column{"made_by"},   number_of("step")};
constexpr std::array link_versions{
    number_of("number"), number_of("at"),    Column{"change"},        Column{"source"},
    Column{"target"},    Column{"relation"}, number_of("created_at"), number_of("valid_from"),
    Column{"made_by"},   Column{"parent"},   number_of("step")};

constexpr std::array tables{Table{"namespaces", 1, namespaces},
                            Table{"memories", 1, memories},
                            Table{"usage", 1, usage},
                            Table{"links", 3, links},
                            Table{"link_tombstones", 3, link_tombstones},
                            Table{"lost_sources", 2, lost_sources},
                            Table{"archive", 1, archive},
                            Table{"archived_links", 4, archived_links},
                            Table{"standards", 1, standards},
                            Table{"standard_tombstones", 1, standard_tombstones},
                            Table{"tombstones", 1, tombstones},
                            Table{"signed_events", 1, signed_events},
                            Table{"transcript_links", 2, transcript_links},
                            Table{"transcript_tombstones", 1, transcript_tombstones},
                            Table{"accesses", 1, accesses},
                            Table{"access_log", 2, access_log},
                            Table{"golden_questions", 1, golden_questions},
                            Table{"tokens", 1, tokens},
                            Table{"namespace_keys", 1, namespace_keys},
                            Table{"undo", 1, undo},
                            Table{"versions", 1, versions},
                            Table{"link_versions", 1, link_versions},
                            Table{"meta", 1, meta}};

}  // namespace

std::span<const Table> copied_tables() {
  return tables;
}

}  // namespace aim::store
