/** The part of JSON Schema that our OpenAPI document uses. */
export interface JsonSchema {
  $ref?: string;
  type?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  examples?: unknown[];
  pattern?: string;
  minLength?: number;
  minimum?: number;
  minItems?: number;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
}

const FORMATS: Record<string, unknown> = {
  binary: "a file",
  date: "2026-03-01",
  "date-time": "2026-03-01T14:05:09Z",
  email: "traveller@example.com",
  ipv4: "203.0.113.9",
};

/**
 * A value that is valid for the schema: its first example, default or enum value, otherwise a minimal one. With `isFull`
 * all properties are present, otherwise only the required ones.
 * @throws Error for a pattern without an example
 */
export function exampleOf(schema: JsonSchema, isFull: boolean): unknown {
  const given = [schema.const, schema.examples?.[0], schema.default, schema.enum?.[0]].find(
    (each) => each !== undefined,
  );
  if (given !== undefined) return given;
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices?.[0] !== undefined) return exampleOf(choices[0], isFull);
  switch (schema.type) {
    case "object":
      return exampleObject(schema, isFull);
    case "array":
      return schema.items === undefined ? [] : [exampleOf(schema.items, isFull)];
    case "string":
      return exampleText(schema);
    case "integer":
    case "number":
      return Math.max(schema.minimum ?? 1, 0);
    case "boolean":
      return true;
    default:
      return null;
  }
}

function exampleObject({ properties = {}, required = [] }: JsonSchema, isFull: boolean): Record<string, unknown> {
  const shown = Object.entries(properties).filter(([name]) => isFull || required.includes(name));
  return Object.fromEntries(shown.map(([name, schema]) => [name, exampleOf(schema, isFull)]));
}

function exampleText({ format, pattern, minLength = 1 }: JsonSchema): unknown {
  const byFormat = format === undefined ? undefined : FORMATS[format];
  if (byFormat !== undefined) return byFormat;
  if (pattern !== undefined) throw new Error(`the schema needs an example beside its pattern ${pattern}`);
  return "text".padEnd(minLength, "t");
}
