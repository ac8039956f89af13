import type { AddressInfo } from 'node:net'

import { profiles } from '@basalt/contract/account/profile'
import { signIn } from '@basalt/contract/account/sign-in'
import { waitFor } from '@basalt/testkit'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { smtpMailer } from '../../mail/mailer.ts'
import { startTestInstall, strongPassword, type TestInstall } from '../../testing/test-install.ts'

let install: TestInstall
let smtp: SMTPServer
const received: string[] = []

beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _, done) {
      let text = ''
      stream.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')))
      stream.on('end', () => {
        // Undo quoted-printable as far as links need it.
        received.push(text.replaceAll('=\r\n', '').replaceAll('=3D', '='))
        done()
      })
    },
  })
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  const { port } = smtp.server.address() as AddressInfo
  install = await startTestInstall({
    mailer: smtpMailer(`smtp://127.0.0.1:${port}`, 'Basalt <no-reply@basalt.test>'),
    capabilities: ['accounts', 'organizations', 'projects', 'email-verification'],
  })
})
afterAll(async () => {
  await install.close()
  await new Promise<void>((resolve) => smtp.close(resolve))
})

test('with email configured, an account can be used only after its address is verified', async () => {
  const credentials = { body: { email: 'verify@example.test', password: strongPassword } }
  const client = install.client()
  await expect(client.call(signIn.signUp, credentials)).resolves.toEqual({
    verification_required: true,
  })
  await expect(client.call(profiles.get, {})).rejects.toMatchObject({ code: 401 })
  await expect(client.call(signIn.signIn, credentials)).rejects.toMatchObject({ code: 403 })

  // Signing in before that mails a new link, and only the newest one counts.
  const [first, newest] = await waitFor(
    () => {
      const links = received.flatMap(
        (mail) => /verify-email\?token=([\w-]+)/u.exec(mail)?.[1] ?? [],
      )
      return links.length === 2 && links
    },
    { what: 'Both links' },
  )
  const verify = (token = '') => client.call(signIn.verifyEmail, { body: { token } })
  await expect(verify(first)).rejects.toMatchObject({ code: 400 })
  await verify(newest)
  await client.call(signIn.signIn, credentials)
  await expect(client.call(profiles.get, {})).resolves.toMatchObject({
    email: 'verify@example.test',
  })
})

test('sign-up with a taken address looks the same, and notifies its owner by email', async () => {
  const body = { email: 'taken@example.test', password: strongPassword }
  await install.client().call(signIn.signUp, { body })
  await expect(install.client().call(signIn.signUp, { body })).resolves.toEqual({
    verification_required: true,
  })
  await waitFor(
    () => received.some((mail) => mail.includes('taken@example.test') && mail.includes('already')),
    {
      what: 'The mail to the owner',
    },
  )
})
