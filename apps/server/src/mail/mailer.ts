import type { Store } from '../store/store.ts'
import { insertMail } from './outbox-store.ts'

type MailMessage = {
  to: string
  subject: string
  text: string
  /** The address for replies, when it is not the sender. */
  replyTo?: string
}

/** The sink for emails: an SMTP server, or the outbox that developers read in the browser. */
export type Mailer = { send(message: MailMessage): Promise<void> }

export const outboxMailer = (store: Store): Mailer => ({
  send: (message) => insertMail(store, message),
})

/** Sends through SMTP; the library is loaded with the first mail. */
export function smtpMailer(url: string, from: string): Mailer {
  const load = () =>
    import('nodemailer').then(({ createTransport }) => createTransport(url, { from }))
  let transport: ReturnType<typeof load> | undefined
  return {
    async send(message) {
      transport ??= load()
      await (await transport).sendMail(message)
    },
  }
}
