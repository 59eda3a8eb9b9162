import { z } from 'zod';

// zod tries `new Function` when the first schema is made; the window's policy forbids it and reports each attempt.
// This module is therefore imported before anything of app/contract.
z.config({ jitless: true });
