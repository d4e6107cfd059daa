import * as z from "zod";

// Zod compiles parsers with `new Function`, which our policy forbids; browsers would report every attempt.
z.config({ jitless: true });
