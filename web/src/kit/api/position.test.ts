import { expect, test } from 'vitest'
import { addPosition, notePosition } from './position'

function sent() {
  const request = new Request('http://localhost/api/admin/publishers')
  addPosition(request)
  return request.headers.get('Waymark-Position')
}

function receive(position?: string) {
  notePosition(new Response(null, { headers: position === undefined ? {} : { 'Waymark-Position': position } }))
}

test('requests have the latest position of all responses', () => {
  expect(sent()).toBeNull()
  receive()
  expect(sent()).toBeNull()
  receive('00000000030009F0')
  receive('000000000300AAF0')
  receive('00000000030009F8')
  receive('FFFFFFFFFFFFFFFF')
  receive()
  expect(sent()).toBe('000000000300AAF0')
})
