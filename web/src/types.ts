// What the REST interface answers, as far as the page reads it. Shapes: docs/wire.md and /docs.

export interface Factor {
  name: string;
  value: number;
  weight: number;
}

export type Tier = 'short' | 'mid' | 'long';

export interface Memory {
  id: string;
  tier: Tier;
  namespace: string;
  title: string;
  content: string;
  tags: string[];
  priority: number;
  confidence: number;
  source: string;
  access_count: number;
  created_at: string;
  updated_at: string;
  content_at?: string; // last change of title or content, if any
  last_accessed_at?: string;
  expires_at?: string;
  metadata: Record<string, unknown>;
  memory_kind?: string;
  reflection_depth?: number;
  superseded_by?: string;
  contradicted_by?: string;
  score?: number;
  excerpt?: string; // the passages of a long content that matched
  explain?: Factor[];
}

export const relations = ['related_to', 'supersedes', 'contradicts', 'derived_from', 'reflects_on'] as const;

export interface Link {
  source_id: string;
  target_id: string;
  relation: string;
  created_at: string;
}

export interface QueryExplained {
  terms: string[];
  dropped: string[];
  expression: string;
  ranking: string;
  vectors: string;
  kind?: string;
  certainty?: number;
  table_coverage?: number;
  model_coverage?: number;
}

export interface Recalled {
  count: number;
  memories: Memory[];
  tokens_used: number;
  left_out?: number;
  explain?: QueryExplained;
  expanded_terms?: string[];
  notice?: string;
  standard?: Memory;
  standards?: Memory[];
}

export interface FacetValue {
  value: string;
  count: number;
}

export const facetNames = ['namespace', 'tier', 'kind', 'tag', 'source', 'agent'] as const;
export type FacetName = (typeof facetNames)[number];
export type Facets = { total: number } & Partial<Record<FacetName, FacetValue[]>>;

export interface RecentResult {
  id: string;
  title: string;
  score?: number;
  factors?: Factor[] | Record<string, number>;
}

export interface Recent {
  number: number;
  at: string;
  kind: string;
  door: string;
  client?: string;
  session?: string;
  query?: string;
  namespace?: string;
  ms?: number;
  tokens?: number;
  count?: number;
  results: RecentResult[];
}

export interface Access {
  memory_id: string;
  key?: string;
  accessed_at: string;
  access_type: string;
  relevance_score?: number;
  query_text?: string | null;
  client?: string | null;
  session?: string | null;
}

export interface Why {
  found: boolean;
  rank?: number;
  score?: number;
  lost_at?: string;
  sentence: string;
  would_need?: string;
  factors?: Factor[] | Record<string, number>;
  query_terms?: string[];
  matched_terms?: string[];
  best?: { id: string; title: string; score: number };
  floor?: number;
}

export interface Transcript {
  id: string;
  namespace: string;
  session_id: string;
  created_at: string;
  updated_at: string;
  content_at?: string; // last change of title or content, if any
  expires_at?: string;
  turns: number;
  original_size: number;
  compressed_size: number;
}

export interface Turn {
  turn: number;
  role: string;
  said_at: string;
  content: string;
}

export interface Replayed {
  transcript_id: string;
  session_id: string;
  memory_id: string;
  memory_title: string;
  hops: number;
  created_at: string;
  turns: number;
  // Of a stretch, the turns that it lies in.
  first_turn?: number;
  last_turn?: number;
}

export interface Signed {
  sequence: number;
  at: string;
  type: string;
  payload: string;
  key: string;
  hash: string;
}
