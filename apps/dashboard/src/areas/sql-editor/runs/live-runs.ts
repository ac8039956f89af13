// A browser lock ends with its page, however that happens: a held one shows that a run is active in
// another tab. Without locks, nothing is known about other tabs.

const getName = (name: string): string => `basalt-run ${name}`

/** Shows other tabs that the run is active, until the returned function is called. */
export function holdLive(name: string): () => void {
  let release = () => {}
  if (!('locks' in navigator)) return release
  const ended = new Promise<void>((resolve) => {
    release = resolve
  })
  void navigator.locks.request(getName(name), { mode: 'shared' }, () => ended).catch(() => {})
  return release
}

export async function isLive(name: string): Promise<boolean> {
  if (!('locks' in navigator)) return false
  const { held = [] } = await navigator.locks.query()
  return held.some((lock) => lock.name === getName(name))
}
