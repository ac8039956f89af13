import { checkAnswer } from '@basalt/contract/answer-check'
import { everyRoute } from '@basalt/contract/testing/every-route'

/** Routes without parameters first: `/things/new` is not a thing. */
const routes = everyRoute
  .filter((route) => route.stream !== true)
  .map((route) => ({
    route,
    places: route.path.split('{').length,
    pattern: new RegExp(`^${route.path.replaceAll(/\{\w+\}/gu, '[^/]+')}$`, 'u'),
  }))
  .toSorted((one, other) => one.places - other.places)

/**
 * An answer as the server could give it: parsed by the contract.
 *
 * @throws when it does not fit, so that pages are only tested with valid answers.
 */
export function contractAnswer(method: string, pathname: string, answer: object): unknown {
  const found = routes.find(
    ({ route, pattern }) => route.method === method && pattern.test(pathname),
  )
  return found === undefined ? answer : checkAnswer(found.route, answer)
}
