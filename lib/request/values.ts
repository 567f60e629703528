/** Kinds of values that fields of requests have. */
import * as z from 'zod';

export const MAX_MAGNITUDE = 1e12;

/** A lone surrogate can be neither stored nor sent. */
export const wellFormed = z
  .string('must be a string')
  .refine((value) => value.isWellFormed(), 'must be well-formed Unicode');

/** Up to `max` Unicode code points. */
export const textOrEmpty = (max: number) =>
  z
    .string('must be a string or null')
    .refine((value) => value.isWellFormed(), 'must be well-formed Unicode')
    .refine((value) => [...value].length <= max, `must have at most ${max} characters`)
    .meta({ maxLength: max });

/** 1 to `max` Unicode code points, of which one at least shows. */
export const text = (max: number) =>
  wellFormed
    .regex(/\S/, 'must not be empty or blank')
    .refine((value) => [...value].length <= max, `must have at most ${max} characters`)
    .meta({ maxLength: max });

/** The identifier of what is stored by its name: it must survive a path segment, so characters with a meaning in a URL are out. */
export const identifier = (...reserved: readonly string[]) =>
  text(150)
    .refine((value) => !/[/?#%\p{Cc}]/u.test(value), 'must not contain / ? # % or control characters')
    .refine((value) => !['.', '..', ...reserved].includes(value), 'is a reserved name')
    .meta({ pattern: '^(?=.*\\S)[^/?#%\\u0000-\\u001f\\u007f-\\u009f]+$' });

export const finite = z
  .number('must be a finite number')
  .min(-MAX_MAGNITUDE, `must be at least -${MAX_MAGNITUDE}`)
  .max(MAX_MAGNITUDE, `must be at most ${MAX_MAGNITUDE}`);
export const positive = finite.gt(0, 'must be greater than 0');
export const notNegative = finite.gte(0, 'must not be negative');
export const fraction = notNegative.max(1, 'must be at most 1');

/** An optional field may be left out or be null; both mean that the vehicle does not have it. */
export const optional = <T extends z.ZodType>(schema: T) =>
  schema
    .nullish()
    .transform((value) => value ?? undefined)
    .optional();

/** A field that is left out or null is null. */
export const orNull = <T extends z.ZodType>(schema: T) =>
  schema.nullish().transform((value) => value ?? null);

/** Exactly as many numbers as there are names. */
export const coefficients = <const Names extends readonly string[]>(...names: Names) =>
  z
    .array(finite, `must be an array of ${names.length} numbers: ${names.join(', ')}`)
    .length(names.length, `must be ${names.length} numbers: ${names.join(', ')}`);
