import type { Mailer } from '../../mail/mailer.ts'

type Message = Parameters<Mailer['send']>[0]
type Log = { error(details: object, message: string): void }

/**
 * Sends without being awaited: the answer depends on the stored request, not on the mail server.
 */
export const inBackground =
  ({ mailer, logger }: { mailer: Mailer; logger: Log }) =>
  (...messages: Message[]): void => {
    for (const message of messages) {
      mailer
        .send(message)
        .catch((error: unknown) => logger.error({ err: error }, 'An email could not be sent'))
    }
  }
