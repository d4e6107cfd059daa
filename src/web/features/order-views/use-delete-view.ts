import { errorMessage } from "#web/platform/api-error.ts";
import { toast } from "#web/platform/toasts.ts";
import { useConfirm } from "#web/ui/confirm.tsx";
import { afterClosing } from "#web/ui/dialog.tsx";
import { useDeleteViewMutation } from "./order-views.api.ts";
import { useViewId } from "./use-view-id.ts";
import type { NamedView } from "./view-state.ts";

/** Asks, then deletes a view. What the list shows stays as it is. */
export function useDeleteView(): (view: NamedView) => void {
  const confirm = useConfirm();
  const [remove] = useDeleteViewMutation();
  const [openId, close] = useViewId();

  const ask = async ({ id, name, version, shared_with }: NamedView) => {
    const others = shared_with === null ? "" : ` It is shared with ${shared_with.join(", ")}.`;
    if (!(await confirm({ title: "Delete view", text: `Delete the view “${name}”?${others}` }))) return;
    const about = `view ${id}`;
    try {
      const { message } = await remove({ id, version }).unwrap();
      toast.success(message, { about });
      if (id === openId) close();
    } catch (thrown) {
      toast.error(errorMessage(thrown), { sticky: true, about });
    }
  };
  return (view) => afterClosing(() => void ask(view));
}
