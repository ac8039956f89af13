import { checkAnswer } from '@basalt/contract/answer-check'
import { type ClientOptions, createClient } from '@basalt/contract/client'

/**
 * The typed client with its own cookie store, like a browser's: cookies that one call sets are sent
 * with the next.
 */
export function clientWithCookies(
  baseUrl: string,
  headers: NonNullable<ClientOptions['headers']> = () => ({}),
) {
  const cookies = new Map<string, string>()
  const fetchWithCookies: typeof fetch = async (input, init) => {
    const sent = new Headers(init?.headers)
    const pairs = [...cookies].map(([name, value]) => `${name}=${value}`)
    if (pairs.length > 0) sent.set('cookie', pairs.join('; '))
    sent.set('origin', baseUrl)
    const response = await fetch(input, { ...init, headers: sent })
    for (const cookie of response.headers.getSetCookie()) keep(cookies, cookie)
    return response
  }
  return {
    ...createClient({ baseUrl, fetch: fetchWithCookies, headers, check: checkAnswer }),
    cookies,
  }
}

function keep(cookies: Map<string, string>, cookie: string) {
  const [pair = '', ...attributes] = cookie.split(';').map((part) => part.trim())
  const at = pair.indexOf('=')
  const [name, value] = [pair.slice(0, at), pair.slice(at + 1)]
  const isDeleted = value === '' || attributes.some((attribute) => /^max-age=0$/iu.test(attribute))
  if (isDeleted) cookies.delete(name)
  else cookies.set(name, value)
}
