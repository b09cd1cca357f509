// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The numbers that the library of haptics goes by, each with its unit, why it is what it is and what changes with it.

#ifndef BELAY_HAPTICS_TOLERANCES_HAPTIC_TOLERANCES_H
#define BELAY_HAPTICS_TOLERANCES_HAPTIC_TOLERANCES_H

// ---------------------------------------------------------------------------------------------------------------------
// Devices that say nothing of themselves
// ---------------------------------------------------------------------------------------------------------------------

// N, N m, N: the largest force, torque and force of a gripper; less than the weakest there is gives. With more a weak
// device would be asked for what it cannot give.
#define BL_UNKNOWN_FORCE 3.0
#define BL_UNKNOWN_TORQUE 0.1
#define BL_UNKNOWN_GRIP_FORCE 1.0
// kg, as light as there are: with more a light device is given damping that it does not bear.
#define BL_UNKNOWN_MASS 0.05
// kg m^2, of what a device turns, a stylus or handle of some 50 g: none says its own. With more, turns are given
// damping that a light handle does not bear.
#define BL_HANDLE_INERTIA 1e-4
// N/m, N s/m: a stiffness and damping that all of them bear. With more the weakest would ring.
#define BL_UNKNOWN_STIFFNESS 500.0
#define BL_UNKNOWN_DAMPING 2.0
// m, N: half the size of a workspace, and the force that navigation goes by. With more the tool moves faster.
#define BL_UNKNOWN_WORKSPACE_RADIUS 0.05
#define BL_UNKNOWN_NAVIGATION_FORCE 2.0

// ---------------------------------------------------------------------------------------------------------------------
// Default configurations
// ---------------------------------------------------------------------------------------------------------------------

// N/m, the stiffest that a default is, whatever the device bears: more is felt as no harder, and costs passivity.
#define BL_DEFAULT_MOST_STIFFNESS 2000.0
// Of the damping that a device bears: the rest is for what is not known of it.
#define BL_DEFAULT_DAMPING_SHARE 0.6
// m: a turn is as stiff as a displacement at this distance, about the half of a tool. With more turns are stiffer.
#define BL_DEFAULT_TOOL_ARM 0.05
// What may be zero, and what divides or sets a pace: the least and the most of numbers of a configuration.
#define BL_CONFIG_SMALL 1e-9
#define BL_CONFIG_LARGE 1e9
// How far the axes of a mount may be from unit length and right angles: rounding of what is typed in. With more a mount
// that shears is taken.
#define BL_MOUNT_AXES_TOLERANCE 1e-6

// m. A tool whose turns the hand does not feel turns in the servo just as the device does. In physics it must too: what
// the torque F a of a load at the arm a turns it by, F a / K_turn, lowers it there by F a^2 / K_turn, which the servo
// takes for a surface that is deeper by as much, or for a place that sticks elsewhere. With K_turn = K reach^2 that is
// (a / reach)^2 of what the coupling gives way by: 1 % at 0.1 m. With more its turns ring in physics.
#define BL_COUPLING_REACH 1.0
// Of the force of the device's rating: the coupling of physics may be stretched further, which the servo sees to. With
// less the tool lags where the hand pushes hard.
#define BL_COUPLING_FORCE_FACTOR 3.0

// ---------------------------------------------------------------------------------------------------------------------
// What a model may say; beyond it the model is refused
// ---------------------------------------------------------------------------------------------------------------------

// Friction: the cone then is a half-space to 1 urad.
#define BL_MODEL_MOST_FRICTION 1e6
// m: no tool is as large, and no device reaches as far.
#define BL_MODEL_FARTHEST 100.0
// Of unit and orthogonal vectors, and of an arm for its length: rounding and no more.
#define BL_MODEL_OFF_AXIS 1e-6
// m/s: three times sound; rad/s: ten times a dentist's drill.
#define BL_MODEL_FASTEST 1000.0
#define BL_MODEL_FASTEST_SPIN 1e4
// N, N m; kg: a hundred tonnes.
#define BL_MODEL_LARGEST_LOAD 1e6
#define BL_MODEL_HEAVIEST 1e5

// ---------------------------------------------------------------------------------------------------------------------
// Input
// ---------------------------------------------------------------------------------------------------------------------

// Encoder steps, by which the positions of a window may be off a straight line: up to the first it counts in full, from
// the second on not at all. Where a longer window takes over or drops out at once, the estimate jumps by a step or two
// over the window, which the hand feels through the damping; without any margin for rounding there is little averaging.
#define BL_VELOCITY_STRAIGHT 0.4
#define BL_VELOCITY_CURVED 0.8
// Positions near to each other after which a device that jumped is taken to be there. With fewer a spike is followed.
#define BL_INPUT_JUMP_SAMPLES 20
// m: further than any device reaches.
#define BL_INPUT_FARTHEST 100.0
// s, for which a pose stands that nothing new comes after; as long as the ramps let it. Devices that are asked more
// often than they know something new are silent in every other tick, and drift through these.
#define BL_NAVIGATION_PATIENCE 0.02
// Of the blend: a third of it is the time constant of what is left of a stretch. With more it goes with a jerk.
#define BL_NAVIGATION_BLEND_RATE 3.0

// ---------------------------------------------------------------------------------------------------------------------
// Contacts and the tool
// ---------------------------------------------------------------------------------------------------------------------

// A contact whose feature is new goes on from an old one of the same pair that is this near, m, and with this cosine
// between the normals. With more contacts inherit friction that is not theirs; with less sticking slips where features
// change.
#define BL_MATCH_SAME_POINT 0.01
#define BL_MATCH_SAME_DIRECTION 0.9
// s: loads come and go like this. They are known a step or two late; what has mass and hangs on the tool is felt as it
// speeds up, against the hand, and faster than this it would swing with it.
#define BL_LOAD_SECONDS 0.05
// m, what a contact that is gone is lifted off by. With less it comes back by rounding.
#define BL_CONTACT_CLEARANCE 1e-3
// Of a row's diagonal: less is left by the rows before it, which hold what it holds. With less, rows that say the same
// twice share their load arbitrarily.
#define BL_LOCK_DEPENDENT 1e-12
// s, the time constant with which the anchor of sticking follows what physics says (with less its steps are felt); of
// the cone, within which physics sticks; of what the servo's friction went through, what physics' may be beyond it as
// time goes on (with more the two drift apart).
#define BL_ANCHOR_SECONDS 0.2
#define BL_ANCHOR_INSIDE 0.999
#define BL_ANCHOR_MORE 0.5
// N, what a step of the encoder makes of the damping of a velocity from one tick. With more grain is felt; with less
// what the device could bear of damping is given away.
#define BL_ENCODER_GRAIN 0.05
// The spring k and damper c that carry inertia to the hand (servo_inertia.h): k m / c^2 at which (1) is flat, and
// k m_d / c^2 = (2 * 0.2)^2, the damping of the device on the spring. The larger k counts; with more of either the
// spring is stiffer against its damping.
#define BL_INERTIA_FLAT 2.0
#define BL_INERTIA_SWING 0.16

// ---------------------------------------------------------------------------------------------------------------------
// Force
// ---------------------------------------------------------------------------------------------------------------------

// m/s: the passivity controller leaves slower motion alone. With less it damps noise.
#define BL_PASSIVITY_STILL 1e-3
// N per period, which slew is allowed at least, and of the rating per period, at most: a change from none to all is a
// fault. With less blows are softened.
#define BL_SLEW_LEAST 2.0
#define BL_SLEW_OF_RATING 0.75
// s: a single late tick costs little; late ticks one after the other are faded out within this time.
#define BL_RAMP_LATE_FADE 0.1
// Over-speed: s, for which it is damped before the force goes off; s, for which it must be slow to begin anew, and of
// the limit, what counts as slow.
#define BL_RAMP_DAMPED_SECONDS 0.05
#define BL_RAMP_CALM_SECONDS 0.1
#define BL_RAMP_CALM_SHARE 0.5
// s, the longest fade of what is let go. With more it is felt as glue.
#define BL_HOLD_LONGEST_FADE 0.1
// From heat 1 to this one the largest force comes down to what the motors stand for long. With more it comes later and
// they get hotter.
#define BL_HEAT_HOTTEST 1.1
// s: what was touched less long ago is not struck anew, but chatters; m/s: below it a touch is no blow; of its size: a
// ringing is over; s: long untouched.
#define BL_SURFACE_PARTED 0.02
#define BL_SURFACE_SLOWEST 0.01
#define BL_SURFACE_SILENT 1e-3
#define BL_SURFACE_LONG_UNTOUCHED 1e3

// N: a hold that is as strong has no cap; ten thousand times what any device gives. With less a hold slips.
#define BL_SERVO_NO_CAP 1e9

// ---------------------------------------------------------------------------------------------------------------------
// Waiting
// ---------------------------------------------------------------------------------------------------------------------

// s: a stop takes 20 ms (the ramp to zero). After so long a loop is over in any case, and so long the end of a program
// waits for its loops. With less a force may stand as the program ends; with more a device that hangs holds it up.
#define BL_STOP_PATIENCE 0.1
#define BL_END_PATIENCE 0.06
// s that the clock spins before a tick, where timers are coarse: the high-resolution ones of Windows come within about
// half a millisecond. With less ticks are late; with more a core is used up.
#define BL_CLOCK_SPIN 0.0006

// ---------------------------------------------------------------------------------------------------------------------
// Statistics
// ---------------------------------------------------------------------------------------------------------------------

// Hz: a device that has new poses less often is reported; s, over which that is measured. With less than that time a
// stall counts.
#define BL_DEVICE_LEAST_RATE 500.0
#define BL_DEVICE_RATE_SECONDS 0.5

#define BL_HAPTIC_PI 3.14159265358979323846
#define BL_HAPTIC_TWO_PI 6.28318530717958647692

#endif
