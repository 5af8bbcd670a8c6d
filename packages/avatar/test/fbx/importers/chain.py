"""Chains two FBX files in Blender and prints the steps at the transition as JSON after RESULT. Arguments: the files."""
import json
import sys

import bpy

first, second = sys.argv[-2:]
bpy.ops.wm.read_factory_settings(use_empty=True)


def actions_of(path):
    """Imports a file. Returns its animated objects by kind, with their actions."""
    before = set(bpy.data.objects)
    bpy.ops.import_scene.fbx(filepath=path)
    added = [one for one in bpy.data.objects if one not in before]
    mesh = next(one for one in added if one.type == "MESH" and one.data.shape_keys)
    rig = next(one for one in added if one.type == "ARMATURE")
    return {"mesh": mesh.data.shape_keys, "rig": rig}


one, two = actions_of(first), actions_of(second)
rig, keys = one["rig"], one["mesh"]
last = int(max(part.animation_data.action.frame_range[1] for part in one.values()))
for kind, part in one.items():
    data = part.animation_data
    clips = [data.action, two[kind].animation_data.action]
    data.action = None
    track = data.nla_tracks.new()
    track.strips.new("first", 1, clips[0])
    track.strips.new("second", last + 1, clips[1])


def pose(frame):
    bpy.context.scene.frame_set(frame)
    bpy.context.view_layer.update()
    bones = {bone: rig.pose.bones[bone].matrix_basis.to_quaternion() for bone in ("head", "leftEye", "rightEye")}
    return {block.name: block.value for block in keys.key_blocks}, bones


def step(frame):
    """Returns the largest changes from a frame to the next: of a weight, and of a rotation in radians."""
    (weights, turns), (next_weights, next_turns) = pose(frame), pose(frame + 1)
    return {
        "weight": max(abs(next_weights[name] - value) for name, value in weights.items()),
        "turn": max(next_turns[bone].rotation_difference(turn).angle for bone, turn in turns.items()),
    }


length = int(max(part.animation_data.action.frame_range[1] for part in two.values()))
steps = {frame: step(frame) for frame in range(1, last + length)}
joint = steps.pop(last)
elsewhere = {kind: max(one[kind] for one in steps.values()) for kind in joint}
print("RESULT" + json.dumps({"frame": last, "joint": joint, "elsewhere": elsewhere}))
