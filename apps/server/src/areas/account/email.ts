import { account } from '@basalt/contract/account/account'
import { ApiError } from '@basalt/contract/errors'
import { createMailToken, hashToken } from '@basalt/identity'

import { type Context, getPrincipal, getUserId } from '../../http/context.ts'
import { createRateLimit } from '../../http/rate-limits.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import type { Mailer } from '../../mail/mailer.ts'
import type { Store } from '../../store/store.ts'
import {
  deleteEmailChange,
  deleteMailTokens,
  saveEmailChange,
  takeEmailChange,
} from './email-change-store.ts'
import { requireConfirmation } from './proofs.ts'
import { findUserByEmail, lockUser, setEmail } from './user-store.ts'

type EmailServices = { store: Store; mailer: Mailer }

const ok = { ok: true } as const
const linkMs = 24 * 60 * 60 * 1000
const hour = 60 * 60

/**
 * The address of an account changes when the emailed link to the new one is opened. No answer
 * reveals whether another account has the address: only the email to it does.
 */
export function emailFeature(services: EmailServices): Endpoint[] {
  const { store, mailer } = services
  const limits = {
    change: createRateLimit({ points: 5, durationSeconds: hour }),
    link: createRateLimit({ points: 30, durationSeconds: hour / 4 }),
  }
  return [
    serve(account.changeEmail, async ({ body }, context) => {
      const userId = getUserId(context)
      await requireConfirmation(store, context)
      if (body.email === getPrincipal(context).email) {
        const message = 'This is already your email'
        throw new ApiError('invalid_request', message, { fields: { email: message } })
      }
      await limits.change.consume(userId)
      await askForChange(services, { userId, email: body.email }, context)
      return ok
    }),
    serve(account.cancelEmailChange, async (_, context) => {
      const userId = getUserId(context)
      await store.transaction().execute(async (tx) => {
        const email = await deleteEmailChange(tx, userId)
        if (email === null) throw new ApiError('not_found', 'There is no pending email change')
        await context.audit(tx, {
          action: 'account.email_change_cancelled',
          target: { kind: 'account', id: userId, name: getPrincipal(context).email },
          accountId: userId,
          before: { email },
        })
      })
      return ok
    }),
    serve(account.confirmEmail, async ({ body }, context) => {
      await limits.link.consume(context.client.address)
      const changed = await changeAddress(store, hashToken(body.token), context)
      await mailer.send({
        to: changed.before,
        subject: 'The email of your Basalt account was changed',
        text: `Your Basalt account now uses ${changed.email}. You can no longer sign in with this address.\n\nIf this was not you, contact your administrator at once.`,
      })
      return { email: changed.email }
    }),
  ]
}

type Target = { userId: string; email: string }

async function askForChange(services: EmailServices, target: Target, context: Context) {
  const { store, mailer } = services
  const { pageUrl } = context
  const { userId, email } = target
  const { email: before } = getPrincipal(context)
  const { token, ...stored } = createMailToken(linkMs)
  const isTaken = (await findUserByEmail(store, email)) !== null
  await store.transaction().execute(async (tx) => {
    await saveEmailChange(tx, { userId, email, ...stored })
    await context.audit(tx, {
      action: 'account.email_change_requested',
      target: { kind: 'account', id: userId, name: before },
      accountId: userId,
      before: { email: before },
      after: { email },
    })
  })
  await mailer.send(
    isTaken
      ? {
          to: email,
          subject: 'You already have a Basalt account',
          text: `Someone asked to move another Basalt account to your address. Nothing was changed: an address can have only one account. Sign in to yours at ${pageUrl}/sign-in`,
        }
      : {
          to: email,
          subject: 'Confirm your new email address',
          text: `Open this link within 24 hours to use this address for your Basalt account:\n${pageUrl}/confirm-email?token=${token}\n\nIf you did not request this, delete this email.`,
        },
  )
  await mailer.send({
    to: before,
    subject: 'New email address for your Basalt account',
    text: `Someone asked to move your Basalt account to ${email}. Nothing changes until that address is confirmed.\n\nIf this was not you, cancel the change at ${pageUrl}/account/me and choose a new password.`,
  })
}

async function changeAddress(store: Store, tokenHash: Buffer, context: Context) {
  return store.transaction().execute(async (tx) => {
    const change = await takeEmailChange(tx, tokenHash)
    if (change === null) throw staleLink()
    const { userId, email } = change
    const { email: before } = await lockUser(tx, userId)
    if (!(await setEmail(tx, userId, email))) throw staleLink()
    await deleteMailTokens(tx, userId)
    await context.audit(tx, {
      action: 'account.email_changed',
      actor: { kind: 'user', userId, name: before },
      target: { kind: 'account', id: userId, name: email },
      accountId: userId,
      before: { email: before },
      after: { email },
    })
    return { before, email }
  })
}

const staleLink = () =>
  new ApiError('invalid_request', 'This link has expired or was already used. Request a new one.')
