import { ApiError } from '@basalt/contract'

const most = 4

/** How many answers each person waits for, so that nobody keeps the model from the others. */
export class OpenAnswers {
  readonly #open = new Map<string, number>()

  /**
   * Counts one more until what it answers is called.
   *
   * @throws ApiError `rate_limited` where four are on their way already.
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
      const left = (this.#open.get(person) ?? 1) - 1
      if (left === 0) this.#open.delete(person)
      else this.#open.set(person, left)
    }
  }
}
