import { ApiError } from '@basalt/contract/errors'
import { visibleName } from '@basalt/contract/typed-name'

import type { GithubProvider } from '../../http/ports.ts'

type Options = {
  clientId: string
  clientSecret: string
  /** `https://github.com` */
  webUrl: string
  /** `https://api.github.com` */
  apiUrl: string
}

type GithubUser = { id: number; name: string | null; login: string }
type GithubEmail = { email: string; primary: boolean; verified: boolean }

/** Talks to GitHub, or to a server with the same API. */
export function githubProvider({
  clientId,
  clientSecret,
  webUrl,
  apiUrl,
}: Options): GithubProvider {
  const exchange = async (code: string, redirectUri: string) => {
    const answer = await ask<{ access_token?: string }>(`${webUrl}/login/oauth/access_token`, {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: JSON.stringify({
        client_id: clientId,
        client_secret: clientSecret,
        code,
        redirect_uri: redirectUri,
      }),
    })
    if (answer.access_token === undefined) throw refused()
    return answer.access_token
  }

  return {
    authorizeUrl: (state, redirectUri) =>
      `${webUrl}/login/oauth/authorize?${new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: 'read:user user:email',
        state,
      }).toString()}`,
    async getAccount(code, redirectUri) {
      const token = await exchange(code, redirectUri)
      const headers = { accept: 'application/vnd.github+json', authorization: `Bearer ${token}` }
      const [user, emails] = await Promise.all([
        ask<GithubUser>(`${apiUrl}/user`, { headers }),
        ask<GithubEmail[]>(`${apiUrl}/user/emails`, { headers }),
      ])
      const verified = emails.find((entry) => entry.primary && entry.verified)
      return {
        id: String(user.id),
        name: visibleName(user.name ?? user.login),
        email: verified?.email.toLowerCase() ?? null,
      }
    },
  }
}

async function ask<Answer>(url: string, init: RequestInit): Promise<Answer> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(10_000) })
    if (!response.ok) throw refused()
    return (await response.json()) as Answer
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw new ApiError('internal', 'GitHub is unreachable. Try again later.', { cause: error })
  }
}

const refused = () => new ApiError('unauthenticated', 'GitHub rejected the sign-in. Start again.')
