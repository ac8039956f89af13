/** An object that one statement creates, and its dependencies. */
export type Piece = {
  key: string
  /** Pieces without open dependencies are sorted by this text. */
  rank: string
  needs: ReadonlySet<string>
  /** Its dependencies when its defaults and checks are added afterwards; null when it has none. */
  looseNeeds: ReadonlySet<string> | null
}

type Order = {
  keys: string[]
  /** Pieces whose defaults and checks have to be added at the end, because they close a cycle. */
  loose: Set<string>
}

/**
 * Every piece after its dependencies, and otherwise by rank, so that the result is stable. A cycle
 * is broken at a piece whose defaults can be added later; without one it is entered at its first
 * piece.
 */
export function inOrder(pieces: readonly Piece[]): Order {
  const keys: string[] = []
  const loose = new Set<string>()
  const waiting = waitingFor(pieces)
  const ready = new ReadyPieces(pieces.filter(({ key }) => (waiting.get(key)?.size ?? 0) === 0))
  const dependants = listDependants(pieces, waiting)
  const take = (piece: Piece) => {
    keys.push(piece.key)
    waiting.delete(piece.key)
    for (const dependant of dependants.get(piece.key) ?? []) {
      const remaining = waiting.get(dependant.key)
      if (remaining?.delete(piece.key) === true && remaining.size === 0) ready.add(dependant)
    }
  }
  const byKey = new Map(pieces.map((piece) => [piece.key, piece]))
  while (waiting.size > 0) {
    const next = ready.take()
    if (next !== undefined) {
      take(next)
      continue
    }
    const cycle = getCycle(waiting).flatMap((key) => byKey.get(key) ?? [])
    const opened = cycle
      .filter(({ key, looseNeeds }) => looseNeeds !== null && !loose.has(key))
      .toSorted(byRank)[0]
    const forced = cycle.toSorted(byRank)[0]
    if (opened !== undefined) {
      loose.add(opened.key)
      const remaining = waiting.get(opened.key) ?? new Set()
      for (const key of remaining) if (opened.looseNeeds?.has(key) !== true) remaining.delete(key)
      if (remaining.size === 0) ready.add(opened)
    } else if (forced !== undefined) take(forced)
  }
  return { keys, loose }
}

const byRank = (a: Piece, b: Piece): number => {
  if (a.rank !== b.rank) return a.rank < b.rank ? -1 : 1
  return a.key < b.key ? -1 : 1
}

function waitingFor(pieces: readonly Piece[]): Map<string, Set<string>> {
  const known = new Set(pieces.map(({ key }) => key))
  return new Map(
    pieces.map(({ key, needs }) => [
      key,
      new Set([...needs].filter((need) => need !== key && known.has(need))),
    ]),
  )
}

function listDependants(
  pieces: readonly Piece[],
  waiting: ReadonlyMap<string, ReadonlySet<string>>,
): Map<string, Piece[]> {
  const dependants = new Map<string, Piece[]>()
  for (const piece of pieces) {
    for (const need of waiting.get(piece.key) ?? []) {
      const known = dependants.get(need)
      if (known === undefined) dependants.set(need, [piece])
      else known.push(piece)
    }
  }
  return dependants
}

/** Everything that waits has something to wait for, so following it leads into a cycle. */
function getCycle(waiting: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const path: string[] = []
  const positions = new Map<string, number>()
  let key = [...waiting.keys()].toSorted()[0]
  while (key !== undefined && !positions.has(key)) {
    positions.set(key, path.length)
    path.push(key)
    key = [...(waiting.get(key) ?? [])].toSorted()[0]
  }
  return path.slice(positions.get(key ?? '') ?? 0)
}

/** The pieces without open dependencies; the one of the lowest rank comes first. */
class ReadyPieces {
  /** From the highest rank to the lowest, so that taking is cheap. */
  private readonly pieces: Piece[]

  constructor(pieces: readonly Piece[]) {
    this.pieces = pieces.toSorted((a, b) => byRank(b, a))
  }

  add(piece: Piece) {
    let [low, high] = [0, this.pieces.length]
    while (low < high) {
      const middle = (low + high) >> 1
      const other = this.pieces[middle]
      if (other !== undefined && byRank(other, piece) > 0) low = middle + 1
      else high = middle
    }
    this.pieces.splice(low, 0, piece)
  }

  take(): Piece | undefined {
    return this.pieces.pop()
  }
}
