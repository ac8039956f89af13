import { ApiError } from '@basalt/contract/errors'

const most = 4

/** Counts the open answers of each user, so that one user cannot block the model for the others. */
export class OpenAnswers {
  readonly #open = new Map<string, number>()

  /**
   * Counts one more until the returned function is called.
   *
   * @throws ApiError `rate_limited` when four are open already.
   */
  begin(person: string): () => void {
    const open = this.#open.get(person) ?? 0
    if (open >= most) {
      throw new ApiError(
        'rate_limited',
        `The assistant answers at most ${most} questions of one user at once. Wait for one of them, or stop it.`,
      )
    }
    this.#open.set(person, open + 1)
    return () => {
      const remaining = (this.#open.get(person) ?? 1) - 1
      if (remaining === 0) this.#open.delete(person)
      else this.#open.set(person, remaining)
    }
  }
}
