import { accountSecurity } from '@basalt/contract/account/second-factors'
import { TOTP } from 'otpauth'

import { type ConnectedClient, signUp, type TestInstall } from './test-install.ts'

/** An authenticator app: shows the code of now, or of the step before or after. */
function authenticatorApp(secret: string) {
  const totp = new TOTP({ secret })
  return {
    code: (steps = 0) => totp.generate({ timestamp: Date.now() + steps * 30_000 }),
    /** A code of no step that could be accepted. */
    wrongCode() {
      const near = [-2, -1, 0, 1, 2].map((step) => this.code(step))
      const all = Array.from({ length: 6 }, (_, digit) => String(digit).repeat(6))
      return all.find((code) => !near.includes(code)) ?? '999999'
    },
  }
}

/** Adds an authenticator app to the account; its first code is used up by that. */
export async function enrol(client: ConnectedClient, name = 'Phone') {
  const { id, secret, uri } = await client.call(accountSecurity.startAuthenticator, {
    body: { name },
  })
  const app = authenticatorApp(secret)
  const { recovery_codes: recoveryCodes } = await client.call(accountSecurity.verifyAuthenticator, {
    params: { id },
    body: { code: app.code(-1) },
  })
  return { id, uri, app, recoveryCodes: recoveryCodes ?? [] }
}

/** A signed-in user whose account has an authenticator app. */
export async function signUpWithMfa(install: TestInstall, name = 'person') {
  const person = await signUp(install, name)
  return { ...person, ...(await enrol(person.client)) }
}
