// A lock of the browser goes with its page, however that ends: so one that is held says that a
// run still goes on in another tab. Where there are no locks, nothing is known of other tabs.

const getName = (name: string): string => `basalt-run ${name}`

/** Says to other tabs that the run goes on, until what it answers is called. */
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
