import { createClient } from '@basalt/contract/client'
import type { SentTo } from '@basalt/contract/route'
import type { support } from '@basalt/contract/support'
import { waitFor } from '@basalt/testkit'

import { listMails } from '../mail/outbox-store.ts'
import { signUp, type TestInstall } from './test-install.ts'

export const bug = {
  category: 'Dashboard_bug',
  subject: 'The editor is empty',
  message: 'Nothing is shown\nafter a reload.',
} satisfies SentTo<typeof support.create>['body']

let lastAddress = 0

/** A user without an account, with a separate address: tests do not share rate limits. */
export function visitor(install: TestInstall) {
  lastAddress += 1
  const address = `203.0.113.${lastAddress}`
  return createClient({
    baseUrl: install.url,
    headers: () => ({ 'x-forwarded-for': address }),
  })
}

/** A signed-in person who runs the install. */
export async function signUpOperator(install: TestInstall) {
  const person = await signUp(install, 'operator')
  await install.store
    .updateTable('users')
    .set({ is_operator: true })
    .where('email', '=', person.email)
    .execute()
  return person
}

/** A mail, which is sent after the answer. */
export async function mailTo(install: TestInstall, address: string, subject: string | RegExp) {
  const question = async () => {
    const mails = await mailsTo(install, address)
    return mails.find((mail) => mail.subject.match(subject) !== null)
  }
  return waitFor(question, { what: `A mail to ${address}` })
}

async function mailsTo(install: TestInstall, address: string) {
  const mails = await listMails(install.store)
  return mails.filter(({ to }) => to === address)
}
