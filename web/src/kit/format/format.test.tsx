import { render } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { addDays, addMonths, ago, officeDay } from './dates'
import { pieces } from './fold'
import { Marked, MarkingProvider } from './marked'
import { pluralise, total } from './numbers'
import { Rich } from './rich'

describe('highlights', () => {
  const hits = (text: string, query: string) =>
    pieces(text, query)
      .filter((piece) => piece.hit)
      .map((piece) => piece.text)

  test('ignore case and accents, as the search does', () => {
    expect(hits('Éditions du Phare', 'edition phare')).toEqual(['Édition', 'Phare'])
    expect(hits('Cafe\u0301 Noir', 'noir')).toEqual(['Noir'])
  })
  test('cover every occurrence, and merge overlaps', () => {
    expect(hits('banana', 'ana nan')).toEqual(['anana'])
    expect(hits('Lisbon and lisbon', 'LISBON')).toEqual(['Lisbon', 'lisbon'])
  })
  test('never change the text', () => {
    for (const text of ['<b>&amp;</b>', '𝒳 ﬁne ẞ', 'Dvořák 👩‍👩‍👧', 'İstanbul']) {
      expect(
        pieces(text, 'f b i st')
          .map((piece) => piece.text)
          .join(''),
      ).toBe(text)
    }
  })
  test('are text, never markup', () => {
    const { container } = render(
      <MarkingProvider value="img">
        <Marked text="<img src=x onerror=alert(1)>" />
      </MarkingProvider>,
    )
    expect(container.querySelector('img')).toBeNull()
    expect(container.querySelector('mark')?.textContent).toBe('img')
  })
})

describe('sentences', () => {
  test('make the name bold, and keep asterisks in a name', () => {
    const { container } = render(<Rich text="Publisher **{name}** successfully created" values={{ name: 'A **b** {done}' }} />)
    expect(container.textContent).toBe('Publisher A **b** {done} successfully created')
    expect(container.querySelectorAll('b')).toHaveLength(1)
    expect(container.querySelector('b')?.textContent).toBe('A **b** {done}')
  })
})

describe('dates', () => {
  test('are in the office time zone', () => {
    expect(officeDay('2026-11-14T23:30:00Z', 'Europe/Berlin')).toBe('2026-11-15')
    expect(officeDay('2026-11-14T23:30:00Z', 'America/New_York')).toBe('2026-11-14')
    expect(officeDay('2026-11-14', 'Pacific/Kiritimati')).toBe('2026-11-14')
  })
  test('stay in the month when months are added', () => {
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
    expect(addMonths('2024-02-29', 12)).toBe('2025-02-28')
    expect(addMonths('2026-11-30', 6)).toBe('2027-05-30')
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
  })
  test('are relative if recent', () => {
    const now = new Date('2026-11-15T12:00:00Z')
    expect(ago('2026-11-15T11:59:40Z', now)).toBe('just now')
    expect(ago('2026-11-15T09:00:00Z', now)).toBe('3 hours ago')
    expect(ago('2026-11-14T12:00:00Z', now)).toBe('yesterday')
    expect(ago('2026-08-01T12:00:00Z', now)).toBe('1 Aug 2026')
  })
})

test('formats numbers', () => {
  expect(total({ total: 5000, total_is_capped: true })).toBe('5,000+')
  expect(total({ total: 1234, total_is_capped: false })).toBe('1,234')
  expect([pluralise(1, 'item'), pluralise(0, 'item'), pluralise(2, 'country', 'countries')]).toEqual(['1 item', '0 items', '2 countries'])
})
