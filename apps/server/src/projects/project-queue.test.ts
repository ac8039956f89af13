import { describe, expect, test } from 'vitest'

import { ProjectQueue } from './project-queue.ts'

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe('the queue of projects', () => {
  test('runs the tasks of one project in order, one at a time', async () => {
    const queue = new ProjectQueue(silent)
    const done: string[] = []
    const piece = (name: string, ms: number) => async () => {
      done.push(`${name} begins`)
      await pause(ms)
      done.push(`${name} ends`)
    }
    await Promise.all([
      queue.run('shop', piece('create', 10)),
      queue.run('shop', piece('delete', 1)),
    ])
    expect(done).toEqual(['create begins', 'create ends', 'delete begins', 'delete ends'])
  })

  test('runs the tasks of two projects in parallel', async () => {
    const queue = new ProjectQueue(silent)
    let release: () => void = () => undefined
    const slow = queue.run('one', () => new Promise((resolve) => (release = resolve)))
    await queue.run('other', async () => undefined)
    expect(queue.isBusy('one')).toBe(true)
    release()
    await slow
    expect(queue.isBusy('one')).toBe(false)
  })

  test('continues after a failing task, and logs it', async () => {
    const noted: unknown[] = []
    const queue = new ProjectQueue({ ...silent, error: (detail) => noted.push(detail) })
    let isDone = false
    await queue.run('shop', () => Promise.reject(new Error('disk full')))
    await queue.run('shop', async () => {
      isDone = true
    })
    expect(isDone).toBe(true)
    expect(noted).toEqual([{ err: new Error('disk full'), ref: 'shop' }])
  })

  test('is idle only when tasks added in between are done too', async () => {
    const queue = new ProjectQueue(silent)
    let isDone = false
    void queue.run('shop', async () => {
      await pause(5)
      void queue.run('shop', async () => {
        await pause(5)
        isDone = true
      })
    })
    await queue.idle()
    expect(isDone).toBe(true)
  })
})
