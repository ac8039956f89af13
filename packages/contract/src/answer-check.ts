import { z } from 'zod/mini'

import type { AnyRoute } from './route.ts'

/**
 * Parses an answer with the route's schema.
 *
 * @throws when it does not fit.
 */
export const checkAnswer = (route: AnyRoute, answer: unknown): unknown =>
  z.parse(route.response, answer)
