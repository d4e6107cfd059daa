import * as z from "zod";

// Zod's compiled parsers are made with `new Function`; our policy forbids it and the browser would report each try.
z.config({ jitless: true });
