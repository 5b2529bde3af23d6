import type { Context } from 'hono';
import { bodyOf, checked, refuse } from '../request.ts';
import type { Body } from '../request.ts';

type Ingredient = { name: string; quantity?: number; unit?: string };
export type Recipe = {
  id: string;
  title: string;
  description: string;
  servings: number;
  minutes: number;
  difficulty: string;
  ingredients: Ingredient[];
  steps: string[];
  tags: string[];
  createdAt: string;
  updatedAt: string;
};
export type Rating = { id: string; author: string; stars: number; comment: string | null; createdAt: string };

const UNITS = ['g', 'kg', 'ml', 'l', 'tsp', 'tbsp', 'piece', 'pinch'];
const TAG = /^[a-z0-9]+(-[a-z0-9]+)*$/;

export const isTag = (text: string) => TAG.test(text) && text.length <= 30;

function sentIngredients({ ingredients }: Body): Ingredient[] {
  if (!Array.isArray(ingredients) || ingredients.length < 1 || ingredients.length > 60) {
    refuse(400, 'ingredients must be a list of 1 to 60');
  }
  return (ingredients as unknown[]).map((one) => {
    if (typeof one !== 'object' || one === null || Array.isArray(one)) refuse(400, 'an ingredient must be an object');
    const sent = one as Body;
    const body = checked(sent);
    return {
      name: body.text('name', 80),
      ...(sent.quantity !== undefined && { quantity: body.number('quantity', 0, 100_000, false) }),
      ...(sent.unit !== undefined && { unit: body.oneOf('unit', UNITS) }),
    };
  });
}

export async function sentRecipe(context: Context) {
  const sent = await bodyOf(context);
  const body = checked(sent);
  const steps = body.texts('steps');
  const tags = sent.tags === undefined ? [] : body.texts('tags');
  if (steps.length < 1 || steps.length > 50 || steps.some(({ length }) => length < 1 || length > 1000)) {
    refuse(400, 'steps must be 1 to 50 texts of 1 to 1000 characters');
  }
  if (tags.length > 10 || new Set(tags).size < tags.length || !tags.every(isTag)) {
    refuse(400, 'tags must be at most 10 different words like "one-pot"');
  }
  return {
    title: body.text('title', 120),
    description: sent.description === undefined ? '' : body.text('description', 2000, 0),
    servings: body.number('servings', 1, 100),
    minutes: body.number('minutes', 1, 2880),
    difficulty: sent.difficulty === undefined ? 'easy' : body.oneOf('difficulty', ['easy', 'medium', 'hard']),
    ingredients: sentIngredients(sent),
    steps,
    tags,
  };
}
