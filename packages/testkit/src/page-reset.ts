/**
 * Records the page of a test environment. The function that it returns restores it: the
 * document is empty, nothing is stored, no timer is pending, nothing listens to the window or
 * the document, and replaced functions of the browser are the original ones.
 */
export function recordPage(): () => void {
  const owners = [globalThis, navigator, history, document, ...prototypes()]
  const recorded = owners.map((owner) => Object.getOwnPropertyDescriptors(owner))
  const page = { title: document.title, url: location.href }
  const stopTimers = recordTimers()
  const cancelFrames = recordFrames()
  const removeListeners = [window, document].map(recordListeners)
  return () => {
    // The test DOM calls all frames from one timer: without it, no later frame would be called.
    cancelFrames()
    stopTimers()
    for (const remove of removeListeners) remove()
    for (const [index, owner] of owners.entries()) restore(owner, recorded[index] ?? {})
    for (const storage of [localStorage, sessionStorage]) storage.clear()
    for (const cookie of document.cookie.split('; '))
      document.cookie = `${cookie.split('=')[0]}=; max-age=0; path=/`
    history.replaceState(null, '', page.url)
    document.title = page.title
    // Style sheets of editors are here; jsdom matches each element against every rule.
    document.head.replaceChildren()
    document.body.replaceChildren()
    for (const element of [document.documentElement, document.body])
      for (const name of element.getAttributeNames()) element.removeAttribute(name)
  }
}

/** Tests replace functions of these, because jsdom has no layout and no clipboard. */
const prototypes = () => [
  Node.prototype,
  Element.prototype,
  HTMLElement.prototype,
  HTMLAnchorElement.prototype,
  Range.prototype,
  Blob.prototype,
  Storage.prototype,
]

type Descriptors = Record<PropertyKey, PropertyDescriptor>

function restore(owner: object, recorded: Descriptors): void {
  for (const key of Reflect.ownKeys(owner)) {
    const now = Object.getOwnPropertyDescriptor(owner, key)
    const before = Reflect.get(recorded, key) as PropertyDescriptor | undefined
    if (now === undefined || now.configurable !== true) continue
    if (before === undefined) {
      if (owner !== globalThis || isOfTests(key)) Reflect.deleteProperty(owner, key)
    } else if (now.value !== before.value || now.get !== before.get)
      Object.defineProperty(owner, key, before)
  }
}

/** The test runner and libraries, which stay loaded, store under symbols and names with `__`. */
const isOfTests = (key: PropertyKey) => typeof key === 'string' && !key.startsWith('__')

/** Records the timers that start from now on; the function that it returns ends them. */
function recordTimers(): () => void {
  const pending = new Set<ReturnType<typeof setTimeout>>()
  const { setTimeout: start, setInterval: repeat } = globalThis
  const record = <T extends typeof start | typeof repeat>(timer: T): T =>
    new Proxy(timer, {
      apply(target, _self, args: Parameters<typeof start>) {
        const id = target(...args)
        pending.add(id)
        return id
      },
    })
  globalThis.setTimeout = record(start)
  globalThis.setInterval = record(repeat)
  return () => {
    for (const id of pending) clearTimeout(id)
    pending.clear()
    globalThis.setTimeout = start
    globalThis.setInterval = repeat
  }
}

/** Records the animation frames that are requested from now on; the returned function cancels them. */
function recordFrames(): () => void {
  const pending = new Set<number>()
  const { requestAnimationFrame: request } = globalThis
  globalThis.requestAnimationFrame = (callback) => {
    const id = request((time) => {
      pending.delete(id)
      callback(time)
    })
    pending.add(id)
    return id
  }
  return () => {
    for (const id of pending) cancelAnimationFrame(id)
    pending.clear()
    globalThis.requestAnimationFrame = request
  }
}

type Listening = Parameters<EventTarget['addEventListener']>

/** Records listeners that are added to the target from now on; the function that it returns removes them. */
function recordListeners(target: EventTarget): () => void {
  const added: Listening[] = []
  // oxlint-disable-next-line typescript/unbound-method -- called with the target below
  const listen = target.addEventListener
  target.addEventListener = (...args: Listening) => {
    added.push(args)
    listen.apply(target, args)
  }
  return () => {
    for (const [type, listener, options] of added)
      target.removeEventListener(type, listener, options)
    target.addEventListener = listen
  }
}
