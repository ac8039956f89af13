import type { AnyRoute, InputOf, OutputOf } from '@basalt/contract/route'

import type { Context, ContextOf } from './context.ts'
import type { EmitLine } from './stream.ts'

type Handler<R extends AnyRoute> = (
  input: InputOf<R>,
  context: ContextOf<R>,
) => Promise<OutputOf<R>>

type StreamHandler<R extends AnyRoute> = (
  input: InputOf<R>,
  context: ContextOf<R>,
  /** Resolves when the client can take more. */
  emit: EmitLine<OutputOf<R>>,
) => Promise<void>

/** A contract route together with the code that answers it. */
export type Endpoint = {
  route: AnyRoute
  handle: (input: never, context: Context, emit: EmitLine<never>) => Promise<unknown>
}

export const serve = <R extends AnyRoute>(route: R, handle: Handler<R>): Endpoint =>
  // The pipeline parses the input and checks the data route by the route's declaration before it
  // calls.
  ({ route, handle: handle as unknown as Endpoint['handle'] })

export const serveStream = <R extends AnyRoute & { stream: true }>(
  route: R,
  handle: StreamHandler<R>,
): Endpoint =>
  // The pipeline parses the input by the route's own schemas before it calls.
  ({ route, handle: handle as unknown as Endpoint['handle'] })
