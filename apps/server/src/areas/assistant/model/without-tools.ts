import type { ModelMessage, ModelQuestion } from '../../../model/language-model.ts'

const noTools =
  'You have no tools in this chat. Write SQL into your answer: the user can run it in the SQL editor.'

/** The same question for a model without tool support: their results are text. */
export const withoutTools = (question: ModelQuestion): ModelQuestion => ({
  ...question,
  system: `${question.system}\n\n${noTools}`,
  messages: question.messages.map(asText),
  tools: [],
})

function asText(message: ModelMessage): ModelMessage {
  if (message.role === 'user') return message
  if (message.role === 'results') {
    const reported = message.results.map(({ call, text }) => `Result of ${call.name}:\n${text}`)
    return { role: 'user', text: reported.join('\n\n') }
  }
  const called = message.calls.map(({ name, input }) => `${name} ${JSON.stringify(input)}`)
  const text = [message.text, ...called].filter((part) => part !== '').join('\n\n')
  return { role: 'assistant', text, calls: [] }
}
