import { z } from 'zod/mini'

import type { AnyRoute } from './route.ts'

/**
 * The answer as the route's schema takes it.
 *
 * @throws when it does not fit.
 */
export const checkAnswer = (route: AnyRoute, answer: unknown): unknown =>
  z.parse(route.response, answer)
