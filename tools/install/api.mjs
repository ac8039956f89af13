/**
 * A signed-in person at the API, with the cookies that a browser would keep. Paths are
 * written out here: these commands run from plain Node, which cannot read the contract.
 *
 * @param {string} url of the install
 * @param {Map<string, string>} [cookies]
 * @param {Record<string, string>} [ownHeaders] sent with every call
 * @returns {Caller}
 *
 * @typedef {{ body?: unknown, headers?: Record<string, string> }} Input
 * @typedef {{
 *   url: string,
 *   cookies: Map<string, string>,
 *   headers: Record<string, string>,
 *   send(method: string, path: string, input?: Input): Promise<Response>,
 *   call(method: string, path: string, input?: Input): Promise<any>,
 *   movedTo(url: string): Caller,
 *   signUp(person: object): Promise<unknown>,
 *   signIn(person: object): Promise<unknown>,
 * }} Caller
 */
export function createCaller(
  url,
  cookies = /** @type {Map<string, string>} */ (new Map()),
  ownHeaders = {},
) {
  /**
   * @param {string} method
   * @param {string} path
   * @param {{ body?: unknown, headers?: Record<string, string> }} [input]
   */
  const send = async (method, path, { body, headers = {} } = {}) => {
    const response = await fetch(url + path, {
      method,
      headers: {
        accept: 'application/json',
        origin: url,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...ownHeaders,
        ...headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
    })
    for (const cookie of response.headers.getSetCookie()) keepCookie(cookies, cookie)
    if (!response.ok) {
      throw new Error(`${method} ${path} was answered ${response.status}: ${await response.text()}`)
    }
    return response
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {{ body?: unknown, headers?: Record<string, string> }} [input]
   */
  const call = async (method, path, input) => (await send(method, path, input)).json()

  return {
    url,
    cookies,
    headers: ownHeaders,
    send,
    call,
    /** The same person, after the install was started again on another port. */
    movedTo: (next) => createCaller(next, cookies, ownHeaders),
    signUp: (person) => call('POST', '/platform/signup', { body: person }),
    signIn: (person) => call('POST', '/platform/sign-in', { body: person }),
  }
}

/**
 * Waits until a project has a status; a healthy one also accepts connections.
 *
 * @param {Caller} caller
 * @param {string} ref
 * @param {{ status: string, everyMs?: number, timeoutMs?: number }} target
 */
export async function projectWhen(caller, ref, { status, everyMs = 100, timeoutMs = 120_000 }) {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const project = await caller.call('GET', `/platform/projects/${ref}`)
    const isUsable = status !== 'ACTIVE_HEALTHY' || project.connectionString !== null
    if (project.status === status && isUsable) return project
    if (project.status === 'INIT_FAILED' || Date.now() > deadline) {
      throw new Error(`Project ${ref} is ${project.status}: ${project.status_reason ?? ''}`)
    }
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
}

/**
 * Runs a script in a project's database and returns the lines of the answer.
 *
 * @param {Caller} caller
 * @param {{ ref: string, connectionString: string }} project
 * @param {string} query
 */
export async function runSql(caller, project, query) {
  const response = await caller.send('POST', `/platform/pg-meta/${project.ref}/query`, {
    body: { query },
    headers: { 'x-connection-encrypted': project.connectionString },
  })
  const lines = (await response.text())
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
  const failed = lines.find(({ type }) => type === 'error')
  if (failed !== undefined) throw new Error(`Statement ${failed.statement}: ${failed.message}`)
  return lines
}

/**
 * @param {Map<string, string>} cookies
 * @param {string} line of a Set-Cookie header
 */
function keepCookie(cookies, line) {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
  const at = pair.indexOf('=')
  const name = pair.slice(0, at)
  const value = pair.slice(at + 1)
  if (value === '' || attributes.some((attribute) => /^max-age=0$/iu.test(attribute))) {
    cookies.delete(name)
  } else cookies.set(name, value)
}
