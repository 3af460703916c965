// What the page and its worker say to each other.

export interface LayoutRequest {
  readonly round: number; // answers to an older one are of no use
  readonly count: number;
  readonly edges: Int32Array; // pairs of indexes
  readonly still: boolean; // only where they end
}

export interface LayoutReply {
  readonly round: number;
  readonly positions: Float32Array; // x, y of each
  readonly settled: boolean;
}
