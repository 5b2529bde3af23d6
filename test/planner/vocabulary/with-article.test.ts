import { expect, it } from 'vitest';

import { withArticle } from '#planner/vocabulary/with-article.ts';

it.each(
  'an order, a user, an hour, a unit, an update, a university, an uncle, a European, an item, a URL, a utility, an HTTP route, a thing, an upload, an umbrella'
    .split(', ')
    .map((text) => [text]),
)('a journey speaks of %s', (text) => {
  expect(withArticle(text.split(' ').slice(1).join(' '))).toBe(text);
});

it('begins a sentence with a capital', () => {
  expect(withArticle('order', true)).toBe('An order');
});
